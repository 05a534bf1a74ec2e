import type { CallRow } from '#shared/session/view.ts';
import { mergeIntervals, totalLength, type Interval } from './intervals.ts';

/** Totals over a session, in milliseconds. */
export interface Totals {
  /** Sum of all run times. */
  readonly work: number;
  /** Time during which at least one call waited for the user. */
  readonly waiting: number;
  /** Time saved by concurrency: `work` less the time during which anything ran. */
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
