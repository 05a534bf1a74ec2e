import { type RefObject, useLayoutEffect, useState } from 'react';

export interface HiddenRows {
  /** How many waiting requests are out of sight above and below. */
  readonly above: number;
  readonly below: number;
}

const ROW = ':scope > button[data-ask]';
const NONE: HiddenRows = { above: 0, below: 0 };

/** The height of what says how many are out of sight, which lies over the list's edge. Pixels. */
export function edgeHeight(list: Element): number {
  return Number.parseFloat(getComputedStyle(list).getPropertyValue('--edge')) || 0;
}

/** Counts the rows that the list's edges hide. `layout` changes when rows do. */
export function useHiddenRows(list: RefObject<HTMLElement | null>, layout: unknown): HiddenRows {
  const [hidden, setHidden] = useState(NONE);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) {
      setHidden(NONE);
      return undefined;
    }
    const update = () =>
      setHidden((before) => {
        const next = hiddenRows(element);
        return before.above === next.above && before.below === next.below ? before : next;
      });
    update();
    const sizes = new ResizeObserver(update);
    sizes.observe(element);
    for (const child of element.children) sizes.observe(child);
    element.addEventListener('scroll', update, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, [list, layout]);
  return hidden;
}

function hiddenRows(list: HTMLElement): HiddenRows {
  const rows = [...list.querySelectorAll<HTMLElement>(ROW)];
  const edge = edgeHeight(list);
  const top = list.scrollTop;
  const end = top + list.clientHeight;
  const above = (from: number) => rows.filter(({ offsetTop }) => offsetTop < from - 1).length;
  const below = (to: number) => rows.filter(({ offsetTop, offsetHeight }) => offsetTop + offsetHeight > to + 1).length;
  // What says so covers rows too.
  return { above: above(top) && above(top + edge), below: below(end) && below(end - edge) };
}
