import { type RefObject, useLayoutEffect, useState } from 'react';

export interface HiddenRows {
  /** How many waiting requests are out of sight above and below. */
  readonly above: number;
  readonly below: number;
  /** Those of them that are destructive. */
  readonly finalAbove: number;
  readonly finalBelow: number;
}

const ROW = ':scope > button[data-ask]';
const NONE: HiddenRows = { above: 0, below: 0, finalAbove: 0, finalBelow: 0 };

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
        return isSame(before, next) ? before : next;
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

function isSame(one: HiddenRows, other: HiddenRows): boolean {
  return (
    one.above === other.above && one.below === other.below && one.finalAbove === other.finalAbove && one.finalBelow === other.finalBelow
  );
}

function hiddenRows(list: HTMLElement): HiddenRows {
  const rows = [...list.querySelectorAll<HTMLElement>(ROW)];
  const edge = edgeHeight(list);
  const top = list.scrollTop;
  const end = top + list.clientHeight;
  const above = (from: number) => rows.filter(({ offsetTop }) => offsetTop < from - 1);
  const below = (to: number) => rows.filter(({ offsetTop, offsetHeight }) => offsetTop + offsetHeight > to + 1);
  // What says so covers rows too.
  const hiddenAbove = above(top).length > 0 ? above(top + edge) : [];
  const hiddenBelow = below(end).length > 0 ? below(end - edge) : [];
  return {
    above: requestsOf(hiddenAbove),
    below: requestsOf(hiddenBelow),
    finalAbove: requestsOf(hiddenAbove.filter(isFinal)),
    finalBelow: requestsOf(hiddenBelow.filter(isFinal)),
  };
}

/** A row may stand for several. */
function requestsOf(rows: readonly HTMLElement[]): number {
  return rows.reduce((sum, { dataset }) => sum + Number(dataset['requests']), 0);
}

function isFinal({ dataset }: HTMLElement): boolean {
  return dataset['risk'] === 'destructive';
}
