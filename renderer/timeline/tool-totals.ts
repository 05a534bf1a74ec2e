import type { CallRow } from '#shared/session/view.ts';
import { waitTime, workTime } from './segments.ts';

/** One tool's totals over a session. Times in milliseconds. */
export interface ToolTotals {
  readonly toolName: string;
  readonly calls: number;
  /** Failed and denied calls. */
  readonly trouble: number;
  readonly work: number;
  readonly waiting: number;
}

/** One entry per tool, longest total first. */
export function toolTotals(rows: readonly CallRow[], now: number): readonly ToolTotals[] {
  return [...Map.groupBy(rows, ({ toolName }) => toolName)]
    .map(([toolName, own]) => ({
      toolName,
      calls: own.length,
      trouble: own.filter(({ state }) => state === 'failed' || state === 'denied').length,
      work: own.reduce((sum, row) => sum + workTime(row, now), 0),
      waiting: own.reduce((sum, row) => sum + waitTime(row, now), 0),
    }))
    .sort((a, b) => b.work - a.work || b.calls - a.calls);
}
