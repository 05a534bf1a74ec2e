import { inputWaitsOf } from '#shared/session/call-waits.ts';
import type { CallRow } from '#shared/session/view.ts';
import { type Interval, mergeIntervals, onlyWaitsOf, totalLength, without } from '../calls/call-times.ts';

/** Totals over a session, in milliseconds. */
interface Totals {
  /** Sum of all run times, without what they waited for the user. */
  readonly work: number;
  /** Time during which at least one call waited for the user and none ran, as in the heads of turns. */
  readonly waiting: number;
  /** Time saved by concurrency: `work` less the time during which anything ran. */
  readonly saved: number;
  readonly calls: number;
}

export function totals(rows: readonly CallRow[], now: number): Totals {
  const parents = new Set(rows.map(({ parentCallId }) => parentCallId));
  const runs: Interval[] = [];
  let work = 0;
  let calls = 0;
  for (const row of rows) {
    calls += 1;
    // What a sub-agent does is counted by its calls; its own time would count them, and its waits, again.
    if (row.startedAt !== undefined && !parents.has(row.callId)) {
      const end = Math.max(row.startedAt, row.finishedAt ?? now);
      const own = without([row.startedAt, end], inputWaitsOf(row, now));
      work += totalLength(own);
      runs.push(...own);
    }
  }
  return { work, waiting: totalLength(onlyWaitsOf(rows, now)), saved: work - totalLength(mergeIntervals(runs)), calls };
}
