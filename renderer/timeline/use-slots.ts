import { useState } from 'react';

/** A row's place in the list, and the element it is drawn with. */
export interface Slotted<Item> {
  readonly item: Item;
  readonly slot: number;
}

/**
 * Hands elements on: a row that comes into sight takes over one that went out of it, so that scrolling changes texts and makes
 * nothing. While one scrolls the elements also stay in their order; after that they are put in the rows' order, in which they
 * are read out. `usual`: how many are drawn at once at most, once the list knows its height.
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

/** The items by slot, beginning with the slot of the row `base`. */
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
