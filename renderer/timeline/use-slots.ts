import { useState } from 'react';

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
  const place = ({ slot }: Slotted<Item>): number => (slot - start + count) % count;
  return items.map((item) => ({ item, slot: item.index % count })).sort((a, b) => place(a) - place(b));
}
