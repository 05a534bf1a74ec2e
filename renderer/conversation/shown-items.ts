/** How many items are rendered at first, and added per step. */
export const PAGE = 200;

/** The first rendered item. Unchanged while new items are added below, so that nothing moves while reading. */
export function firstShown(count: number, wanted: number): number {
  // A rewind may have left fewer items.
  return Math.max(0, Math.min(wanted, count - 1));
}

/** At the end of a long conversation, items far above can be removed. */
export function isTooLong(count: number, wanted: number): boolean {
  return count - Math.max(0, wanted) > 2 * PAGE;
}
