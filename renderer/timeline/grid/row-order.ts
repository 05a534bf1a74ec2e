import type { CallRow } from '#shared/session/view.ts';
import type { Turn } from '../../calls/turns.ts';
import { shownState } from '../../ui/words.ts';
import { callIdOf, type GridEntry, type OrderedRow } from '../turns/turn-entries.ts';

/**
 * Rows in the order of their requests, a sub-agent's calls right below the call that started it; children of collapsed rows are left out. A
 * call with an unknown parent becomes a root. With `matches` only those calls and their parent agents remain.
 */
export function orderRows(
  callOrder: readonly string[],
  calls: Readonly<Record<string, CallRow>>,
  collapsed: ReadonlySet<string>,
  matches: ReadonlySet<string> | null = null,
): readonly OrderedRow[] {
  const children = new Map<string, string[]>();
  const roots: string[] = [];
  for (const callId of callOrder) {
    const parent = calls[callId]?.parentCallId;
    if (parent === undefined || parent === callId || !calls[parent]) roots.push(callId);
    else {
      const list = children.get(parent);
      if (list) list.push(callId);
      else children.set(parent, [callId]);
    }
  }
  const rows: OrderedRow[] = [];
  const visit = (callId: string, level: number): void => {
    const below = children.get(callId);
    const context = matches !== null && !matches.has(callId);
    const position = rows.push({ callId, level, hasChildren: below !== undefined, context }) - 1;
    // A match is shown even under a collapsed parent.
    if (below && (context || !collapsed.has(callId))) for (const child of below) visit(child, level + 1);
    if (context && rows.length === position + 1) rows.pop();
  };
  for (const callId of roots) visit(callId, 1);
  return rows;
}

/** Whether two rows overlapped in time: a rail connects them. */
export function runsBeside(other: CallRow | undefined, row: CallRow): boolean {
  if (other?.startedAt === undefined || row.startedAt === undefined) return false;
  const otherEnd = other.finishedAt ?? Number.POSITIVE_INFINITY;
  const rowEnd = row.finishedAt ?? Number.POSITIVE_INFINITY;
  return other.startedAt < rowEnd && row.startedAt < otherEnd;
}

/** The next failed or denied row, or turn that hides one, from `index` in direction `step`; `undefined` if there is none. */
export function nextFailure(
  rows: readonly GridEntry[],
  calls: Readonly<Record<string, CallRow>>,
  index: number,
  step: 1 | -1,
  hidesFailure: (turn: Turn) => boolean = () => false,
): number | undefined {
  return nextRow(rows, index, step, (entry) => {
    if ('turn' in entry) return hidesFailure(entry.turn);
    const row = calls[callIdOf(entry) ?? ''];
    return row !== undefined && isFailure(row);
  });
}

/** Whether the call failed or was denied. */
export function isFailure(row: CallRow): boolean {
  const state = shownState(row);
  return state === 'failed' || state === 'denied';
}

/** The next row that matches the filter itself; wraps around. */
export function nextMatch(rows: readonly GridEntry[], index: number, step: 1 | -1): number | undefined {
  const isMatch = (entry: GridEntry): boolean => 'callId' in entry && !entry.context;
  return nextRow(rows, index, step, isMatch) ?? nextRow(rows, step === 1 ? -1 : rows.length, step, isMatch);
}

function nextRow(rows: readonly GridEntry[], index: number, step: 1 | -1, wanted: (entry: GridEntry) => boolean): number | undefined {
  for (let at = index + step; at >= 0 && at < rows.length; at += step) {
    const row = rows[at];
    if (row && wanted(row)) return at;
  }
  return undefined;
}
