import type { CallRow } from '#shared/session/view.ts';
import { mergeIntervals, totalLength, type Interval } from './intervals.ts';

/** Sums over a session, in milliseconds. */
export interface Totals {
  /** Time of all runs added up. */
  readonly work: number;
  /** Time in which at least one call waited for a person. */
  readonly waiting: number;
  /** What running side by side saved: `work` less the time that passed while anything ran. */
  readonly saved: number;
  readonly calls: number;
}

export function totals(rows: Iterable<CallRow>, now: number): Totals {
  const runs: Interval[] = [];
  const waits: Interval[] = [];
  let work = 0;
  let calls = 0;
  for (const row of rows) {
    calls += 1;
    if (row.startedAt !== undefined) {
      const end = Math.max(row.startedAt, row.finishedAt ?? now);
      work += end - row.startedAt;
      runs.push([row.startedAt, end]);
    }
    if (row.askedAt !== undefined) waits.push([row.askedAt, Math.max(row.askedAt, row.answeredAt ?? row.finishedAt ?? now)]);
  }
  return { work, waiting: totalLength(mergeIntervals(waits)), saved: work - totalLength(mergeIntervals(runs)), calls };
}
