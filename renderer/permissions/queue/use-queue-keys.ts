import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useWindow } from '../../store/app-store.ts';
import { returnToMessageBox } from '../../conversation/composer/message-box.ts';
import { askAction, type AskAction } from '../../answers/ask-keys.ts';
import { TYPING } from '../../answers/press-watch.ts';

/** The queue's keys, while it has the focus; the guard decides whether one counts. A key handled elsewhere first is ignored. */
export function useQueueKeys(
  queue: RefObject<HTMLElement | null>,
  run: (action: AskAction, press: KeyboardEvent) => void,
  release: () => void,
): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    if (event.defaultPrevented || event.isComposing || target?.closest(TYPING) || useWindow.getState().dialog !== null) return;
    const action = target !== null && queue.current?.contains(target) === true ? askAction(event) : undefined;
    if (!action) return;
    event.preventDefault();
    run(action, event);
  });
  const onKeyUp = useEffectEvent((event: KeyboardEvent) => event.key.toLowerCase() === 'a' && release());
  const releaseKey = useEffectEvent(() => release());
  useEffect(() => {
    const down = (event: KeyboardEvent) => onKeyDown(event);
    const up = (event: KeyboardEvent) => onKeyUp(event);
    // Another window may swallow the keyup.
    const blur = () => releaseKey();
    window.addEventListener('keydown', down);
    window.addEventListener('keyup', up);
    window.addEventListener('blur', blur);
    return () => {
      window.removeEventListener('keydown', down);
      window.removeEventListener('keyup', up);
      window.removeEventListener('blur', blur);
    };
  }, []);
}

/**
 * After an answer the focus moves to the next card, else to the request that was just set aside, else to the message box, or the
 * queue where that would bring up a keyboard; it is never taken from elsewhere.
 */
export function useFocusNext(queue: RefObject<HTMLElement | null>, card: RefObject<HTMLElement | null>, key: string | null): void {
  const had = useRef(false);
  /** The request that was open. */
  const last = useRef<string>(undefined);
  useEffect(() => {
    const element = queue.current;
    if (!element) return;
    const enter = () => void (had.current = true);
    // Removing a focused card fires no event, so a focusout always means the focus moved on.
    const leave = (event: FocusEvent) => {
      if (event.relatedTarget instanceof Node && !element.contains(event.relatedTarget)) had.current = false;
    };
    const pressElsewhere = (event: PointerEvent) => {
      if (event.target instanceof Node && !element.contains(event.target)) had.current = false;
    };
    element.addEventListener('focusin', enter);
    element.addEventListener('focusout', leave);
    window.addEventListener('pointerdown', pressElsewhere);
    return () => {
      element.removeEventListener('focusin', enter);
      element.removeEventListener('focusout', leave);
      window.removeEventListener('pointerdown', pressElsewhere);
    };
  }, [queue]);
  // With each render: the first card is drawn some time after its key is known.
  useLayoutEffect(() => {
    last.current = card.current?.dataset['ask'] ?? last.current;
  });
  useLayoutEffect(() => {
    if (!had.current) return;
    if (key !== null) return card.current?.focus();
    const aside = last.current === undefined ? undefined : rowOf(queue.current, last.current);
    last.current = undefined;
    if (aside) return aside.focus();
    // Text typed next is for the agent, not for a request that appears while typing.
    had.current = false;
    returnToMessageBox();
    if (document.activeElement === document.body) queue.current?.focus();
  }, [key, queue, card]);
}

function rowOf(queue: HTMLElement | null, askId: string): HTMLElement | null | undefined {
  return queue?.querySelector<HTMLElement>(`button[data-ask="${CSS.escape(askId)}"]`);
}
