import { type RefObject, useLayoutEffect } from 'react';

/** What shows that the user scrolls or acts by themselves. */
const OWN_ACTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** Keeps the open card in view among the rows while it is loaded and drawn, until the user acts. `onMoved`: it was scrolled. */
export function useReveal(card: RefObject<HTMLElement | null>, shown: string | null, onMoved: () => void): void {
  useLayoutEffect(() => {
    const element = card.current;
    const list = element?.parentElement;
    if (shown === null || !element || !list) return undefined;
    const reveal = () => {
      const before = list.scrollTop;
      const { offsetTop: top, offsetHeight: height } = element;
      const room = list.clientHeight;
      // A card higher than the list is shown from its top.
      if (height >= room || top < before) list.scrollTo({ top });
      else if (top + height > before + room) list.scrollTo({ top: top + height - room });
      if (list.scrollTop !== before) onMoved();
    };
    reveal();
    const sizes = new ResizeObserver(reveal);
    sizes.observe(element);
    sizes.observe(list);
    const stop = () => sizes.disconnect();
    for (const act of OWN_ACTS) list.addEventListener(act, stop, { passive: true });
    return () => {
      stop();
      for (const act of OWN_ACTS) list.removeEventListener(act, stop);
    };
  }, [card, shown, onMoved]);
}
