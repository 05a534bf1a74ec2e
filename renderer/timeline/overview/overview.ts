import { callWaits } from '#shared/session/call-waits.ts';
import type { CallRow } from '#shared/session/view.ts';
import { toAxis, type TimeScale } from '../axis/time-axis.ts';
import { callIdOf, type GridEntry } from '../turns/turn-entries.ts';

/** One column of the overview: the maximum concurrency, and whether any call waited for the user, failed or was denied. */
export interface OverviewColumn {
  running: number;
  waiting: boolean;
  failed: boolean;
}

/** Splits the whole axis (`length` axis milliseconds) into `columns` columns. A row counts once in every column it touches. */
export function overviewColumns(
  rows: readonly CallRow[],
  scale: TimeScale,
  length: number,
  columns: number,
  now: number,
): readonly OverviewColumn[] {
  const counts: OverviewColumn[] = Array.from({ length: columns }, () => ({ running: 0, waiting: false, failed: false }));
  const columnAt = (time: number): number => {
    const share = length <= 0 ? 0 : toAxis(scale, time) / length;
    return Math.min(columns - 1, Math.max(0, Math.floor(share * columns)));
  };
  // Marks starts and ends, then sums: a long call costs no more than a short one.
  const steps = new Int32Array(columns + 1);
  const waits = new Int32Array(columns + 1);
  const mark = (list: Int32Array, from: number, to: number): void => {
    const [first, last] = [columnAt(from), columnAt(to)];
    list[first] = (list[first] ?? 0) + 1;
    list[last + 1] = (list[last + 1] ?? 0) - 1;
  };
  for (const row of rows) {
    const end = row.finishedAt ?? now;
    if (row.startedAt !== undefined) mark(steps, row.startedAt, Math.max(row.startedAt, end));
    for (const wait of callWaits(row, end)) mark(waits, ...wait);
    if (row.state === 'failed' || row.state === 'denied') {
      const column = counts[columnAt(end)];
      if (column) column.failed = true;
    }
  }
  let running = 0;
  let waiting = 0;
  for (const [index, column] of counts.entries()) {
    running += steps[index] ?? 0;
    waiting += waits[index] ?? 0;
    column.running = running;
    column.waiting = waiting > 0;
  }
  return counts;
}

/** The line of the first call requested at or after a position on the axis; the last line if there is none. */
export function lineAt(entries: readonly GridEntry[], calls: Readonly<Record<string, CallRow>>, scale: TimeScale, at: number): number {
  const found = entries.findIndex((entry) => {
    const row = calls[callIdOf(entry) ?? ''];
    return row !== undefined && toAxis(scale, row.queuedAt) >= at;
  });
  return found < 0 ? entries.length - 1 : found;
}
