import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { MoreAnswers } from './more-answers.tsx';

interface Place {
  readonly top: number;
  readonly listHeight: number;
  /** From the lower edge of the list. */
  readonly below: number;
}

/**
 * *More* adds rows and moves no answer, so that a second tap presses no other button: the rows go below the answers, or above them where the
 * list can’t grow. `buttons`: the box of the answers, or a part of it. `hidden`: a form stands in their place.
 */
export function useKeptAnswers(more: MoreAnswers, buttons: RefObject<HTMLElement | null>, hidden: boolean): MoreAnswers {
  const place = useRef<Place>(undefined);
  const keeps = more.offered && more.shown && !hidden;
  useLayoutEffect(() => {
    const { foot, list } = partsOf(buttons.current) ?? {};
    if (!keeps || !foot || !list) return undefined;
    const putBack = () => {
      delete foot.dataset['more'];
      foot.style.bottom = '';
      foot.style.removeProperty('--room');
      list.style.height = '';
    };
    const keep = () => {
      const before = place.current;
      if (!before || getComputedStyle(foot).position !== 'sticky' || Math.abs(topOf(foot) - before.top) < 1) return;
      foot.dataset['more'] = 'above';
      foot.style.bottom = `${before.below}px`;
      list.style.height = `${before.listHeight}px`;
      foot.style.setProperty('--room', `${before.top - list.getBoundingClientRect().top}px`);
    };
    // In a window of another size they are elsewhere anyway.
    const forget = () => {
      place.current = undefined;
      putBack();
    };
    keep();
    const sizes = new ResizeObserver(keep);
    sizes.observe(foot);
    sizes.observe(list);
    window.addEventListener('resize', forget);
    return () => {
      sizes.disconnect();
      window.removeEventListener('resize', forget);
      putBack();
    };
  }, [keeps, buttons]);
  const onToggle = () => {
    place.current = more.shown ? undefined : placeOf(buttons.current);
    more.onToggle();
  };
  return { ...more, onToggle };
}

function partsOf(part: HTMLElement | null): { readonly foot: HTMLElement; readonly list: HTMLElement } | undefined {
  const foot = part?.closest<HTMLElement>('[data-ask] > [data-answers]');
  const list = foot?.parentElement?.parentElement;
  return foot && list ? { foot, list } : undefined;
}

/** Of the answers that are there anyway. */
function topOf(foot: HTMLElement): number {
  return foot.querySelector('[data-row]')?.getBoundingClientRect().top ?? 0;
}

function placeOf(part: HTMLElement | null): Place | undefined {
  const { foot, list } = partsOf(part) ?? {};
  // An explanation goes away with that, and the card is another.
  if (!foot || !list || foot.closest('[data-explained]')) return undefined;
  const [inList, inFoot] = [list.getBoundingClientRect(), foot.getBoundingClientRect()];
  return { top: topOf(foot), listHeight: inList.height, below: inList.bottom - inFoot.bottom };
}
