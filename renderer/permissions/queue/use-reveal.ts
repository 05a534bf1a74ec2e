import { type RefObject, useLayoutEffect } from 'react';
import { onEngage } from '../../answers/use-answer-guard.ts';
import { edgeHeight } from './use-hidden-rows.ts';

const ROW = 'button[data-ask]';

/** What shows that the user scrolls or acts by themselves. */
const OWN_ACTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Keeps the open card in view among the rows while it is loaded and drawn, until the user acts, and again when it opens or closes a panel, or the
 * user goes to it. `onMoved`: it was scrolled.
 */
export function useReveal(card: RefObject<HTMLElement | null>, shown: string | null, onMoved: () => void): void {
  useLayoutEffect(() => {
    const element = card.current;
    const list = element?.parentElement;
    if (shown === null || !element || !list) return undefined;
    let isFollowed = true;
    const reveal = () => {
      if (!isFollowed) return;
      const before = list.scrollTop;
      const { offsetTop: top, offsetHeight: height } = element;
      const edge = edgeHeight(list);
      // What hides rows above or below it must not hide the card.
      const above = element.previousElementSibling?.matches(ROW) === true ? edge : 0;
      const below = element.nextElementSibling?.matches(ROW) === true ? edge : 0;
      const room = list.clientHeight - below;
      // A card higher than the list is shown from its top.
      if (height >= room - above || top - above < before) list.scrollTo({ top: top - above });
      else if (top + height > before + room) list.scrollTo({ top: Math.min(atRow(list, top + height - room), top - above) });
      if (list.scrollTop !== before) onMoved();
    };
    reveal();
    const sizes = new ResizeObserver(reveal);
    sizes.observe(element);
    sizes.observe(list);
    const revealAgain = () => {
      isFollowed = true;
      reveal();
    };
    const panels = new MutationObserver(revealAgain);
    const ends = onEngage(revealAgain);
    panels.observe(element, { attributes: true, attributeFilter: ['data-panel'] });
    const stop = () => {
      isFollowed = false;
    };
    for (const act of OWN_ACTS) list.addEventListener(act, stop, { passive: true });
    return () => {
      sizes.disconnect();
      panels.disconnect();
      ends();
      for (const act of OWN_ACTS) list.removeEventListener(act, stop);
    };
  }, [card, shown, onMoved]);
}

/** The next place at which no row above is cut. */
function atRow(list: HTMLElement, place: number): number {
  const rows = [...list.querySelectorAll<HTMLElement>(`:scope > ${ROW}`)];
  return rows.find(({ offsetTop }) => offsetTop >= place)?.offsetTop ?? place;
}
