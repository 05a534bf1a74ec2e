import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { useState } from 'react';

/** Height of a row, and of the head of a turn. */
export const ROW = 28;
/** Rows drawn on either side of those in view. */
export const OVERSCAN = 4;

/** How many rows are drawn at most at one end of a list, by the greatest height that it has had. */
export function useMostRows(height: number): number {
  const [tallest, setTallest] = useState(height);
  if (height > tallest) setTallest(height);
  return Math.ceil(tallest / ROW) + 1 + OVERSCAN;
}

/**
 * The indexes of the rows to draw, without a gap: those in view with the overscan, or the `last` rows of the list where they include them.
 * While a list follows its end, its last rows stay drawn: a request that is shown above makes it lower for a moment.
 */
export function rowsToDraw(range: Range, last: number): number[] {
  const inView = defaultRangeExtractor(range);
  const from = Math.max(range.count - last, 0);
  if (inView[0] === undefined || inView[0] < from) return inView;
  return Array.from({ length: range.count - from }, (_, offset) => from + offset);
}

/**
 * The lines of a grid that are fully in view, below a header: the head of the turn that is scrolled stays above its lines. There may be fewer
 * than `last` says.
 */
export function linesInView(
  { scrollTop, clientHeight }: Pick<Element, 'scrollTop' | 'clientHeight'>,
  header: number,
): { readonly first: number; readonly last: number } {
  const first = scrollTop === 0 ? 0 : Math.ceil(scrollTop / ROW) + 1;
  return { first, last: Math.max(first, Math.floor((scrollTop + clientHeight - header) / ROW) - 1) };
}
