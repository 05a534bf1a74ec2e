import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** After an answer the focus goes on to the next card, or stays on the queue when it is empty; it is never taken from elsewhere. */
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
    if (had.current) (key === null ? queue.current : card.current)?.focus();
  }, [key, queue, card]);
}
