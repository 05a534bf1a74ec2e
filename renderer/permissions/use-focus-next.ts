import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { focusMessageBox } from '../conversation/focus-message-box.ts';

/** After an answer the focus goes on to the next card, or back to the message when none is left; it is never taken from elsewhere. */
export function useFocusNext(queue: RefObject<HTMLElement | null>, card: RefObject<HTMLElement | null>, key: string | null): void {
  const had = useRef(false);
  useEffect(() => {
    const element = queue.current;
    if (!element) return;
    const enter = () => void (had.current = true);
    // Removing a focused card sends no event, so leaving is only what moves the focus to another place.
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
    // What is typed next is meant for the agent, not for a request that comes while one types.
    had.current = false;
    focusMessageBox();
    if (document.activeElement === document.body) queue.current?.focus();
  }, [key, queue, card]);
}
