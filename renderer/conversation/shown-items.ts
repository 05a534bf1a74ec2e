/** How many items are drawn at first, and with every step back. */
export const PAGE = 200;

/** The first item that is drawn. It stays the same while new ones come in below, so that nothing moves under a reader. */
export function firstShown(count: number, wanted: number): number {
  // What was taken back may have left less than that.
  return Math.max(0, Math.min(wanted, count - 1));
}

/** At the end of a long conversation, where nobody looks up, what is far above is let go. */
export function isTooLong(count: number, wanted: number): boolean {
  return count - Math.max(0, wanted) > 2 * PAGE;
}
