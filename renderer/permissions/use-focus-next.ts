import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { focusMessageBox } from '../conversation/focus-message-box.ts';

/** After an answer the focus moves to the next card, or to the message box if none is left; it is never taken from elsewhere. */
export function useFocusNext(queue: RefObject<HTMLElement | null>, card: RefObject<HTMLElement | null>, key: string | null): void {
  const had = useRef(false);
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
  useLayoutEffect(() => {
    if (!had.current) return;
    if (key !== null) return card.current?.focus();
    // Text typed next is for the agent, not for a request that appears while typing.
    had.current = false;
    focusMessageBox();
    if (document.activeElement === document.body) queue.current?.focus();
  }, [key, queue, card]);
}
