import { type RefObject, useEffect, useState } from 'react';

/** A row's index in the list, and the element that renders it. */
export interface Slotted<Item> {
  readonly item: Item;
  readonly slot: number;
}

/**
 * Recycles elements: a row that scrolls into view takes over one that left, so scrolling changes texts and creates nothing. During
 * scrolling the elements keep their order; afterwards they are sorted into row order, for screen readers. `usual`: the maximum number of
 * rendered rows, once the list knows its height.
 */
export function useSlots<Item extends { readonly index: number }>(
  items: readonly Item[],
  usual: number,
  scrolling: boolean,
): readonly Slotted<Item>[] {
  const first = items[0]?.index ?? 0;
  const [base, setBase] = useState(first);
  if (!scrolling && base !== first) setBase(first);
  return inSlots(items, usual, scrolling ? base : first);
}

/** The items by slot, starting with the slot of the row `base`. */
export function inSlots<Item extends { readonly index: number }>(
  items: readonly Item[],
  usual: number,
  base: number,
): readonly Slotted<Item>[] {
  const count = Math.max(usual, items.length);
  const start = base % count;
  const order = ({ slot }: Slotted<Item>): number => (slot - start + count) % count;
  return items.map((item) => ({ item, slot: item.index % count })).sort((a, b) => order(a) - order(b));
}

/** Scrolling has stopped after this long without a scroll event. Milliseconds. */
const SCROLL_END_MS = 100;

/**
 * Whether a list scrolls faster than anyone can read: by more than a full page, twice in a row. A single such step is a jump (Home, a click
 * on the overview), whose target must be readable at once.
 */
export function useFastScroll(list: RefObject<HTMLElement | null>): boolean {
  const [isFastScroll, setFastScroll] = useState(false);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    let before = element.scrollTop;
    let pageJumps = 0;
    let still: ReturnType<typeof setTimeout> | undefined;
    const settle = (): void => {
      pageJumps = 0;
      setFastScroll(false);
    };
    const onScroll = (): void => {
      const moved = Math.abs(element.scrollTop - before);
      before = element.scrollTop;
      pageJumps = moved > element.clientHeight ? pageJumps + 1 : 0;
      setFastScroll(pageJumps > 1);
      clearTimeout(still);
      if (pageJumps > 0) still = setTimeout(settle, SCROLL_END_MS);
    };
    // Before the listener that renders rows: after it, reading the position would force a layout.
    const first = { passive: true, capture: true };
    element.addEventListener('scroll', onScroll, first);
    return () => {
      element.removeEventListener('scroll', onScroll, first);
      clearTimeout(still);
    };
  }, [list]);
  return isFastScroll;
}
