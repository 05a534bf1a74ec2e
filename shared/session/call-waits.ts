import type { CallRow } from './view.ts';

/** When a call waited for the user, once for each question, in order. The last one may still be open: it then ends at `open`. */
export function callWaits(row: CallRow, open: number): readonly (readonly [start: number, end: number])[] {
  const { askedAt, answeredAt, earlierWaits = [] } = row;
  if (askedAt === undefined) return [];
  return [...earlierWaits, [askedAt, Math.max(askedAt, answeredAt ?? row.startedAt ?? row.finishedAt ?? open)]];
}
