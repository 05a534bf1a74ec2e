import type { CallRow } from '#shared/session/view.ts';
import { entryKey, type GridEntry, type OrderedRow, type TaskFold } from './turn-entries.ts';
import { turnAt, type Turn } from '../../calls/turns.ts';

/** Fewer are lines of their own. */
const MIN_FOLDED = 2;

/**
 * Puts the updates of tasks of a turn behind one line, in the place of the first. `toggled`: the keys of the folds that are open. What
 * failed, waits or was denied stays in sight.
 */
export function foldTasks(
  ordered: readonly OrderedRow[],
  calls: Readonly<Record<string, CallRow>>,
  turns: readonly Turn[],
  toggled: ReadonlySet<string>,
): readonly (OrderedRow | TaskFold)[] {
  const keyOf = ({ callId, level }: OrderedRow): string | undefined => {
    const row = calls[callId];
    return level === 1 && row && isQuiet(row) ? `tasks-${turns[turnAt(turns, row.queuedAt)]?.id ?? ''}` : undefined;
  };
  const folds = Map.groupBy(ordered, keyOf);
  return ordered.flatMap((row): readonly (OrderedRow | TaskFold)[] => {
    const key = keyOf(row);
    const members = key === undefined ? [] : (folds.get(key) ?? []);
    if (key === undefined || members.length < MIN_FOLDED) return [row];
    if (members[0] !== row) return [];
    const open = toggled.has(key);
    const callIds = members.map(({ callId }) => callId);
    const line: TaskFold = { fold: key, callIds, level: 1, queuedAt: calls[row.callId]?.queuedAt ?? 0, open };
    return open ? [line, ...members.map((member) => ({ ...member, level: 2 }))] : [line];
  });
}

function isQuiet({ view, state }: CallRow): boolean {
  return view.kind === 'todo' && (state === 'done' || state === 'running' || state === 'queued');
}

/** The closed fold that hides a call. */
export function foldOf(entries: readonly GridEntry[], callId: string): string | undefined {
  const hides = entries.find((entry) => 'fold' in entry && !entry.open && entry.callIds.includes(callId));
  return hides && entryKey(hides);
}
