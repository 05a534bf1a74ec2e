import type { CallRow } from '#shared/session/view.ts';
import { turnAt, type Turn } from '../../calls/turns.ts';

/** A row of the grid with its nesting. */
export interface OrderedRow {
  readonly callId: string;
  /** 1 for calls of the main agent, +1 for each parent agent call. */
  readonly level: number;
  readonly hasChildren: boolean;
  /** Doesn't match the filter: shown only as the parent of rows that do. */
  readonly context: boolean;
}

/** One quiet line for all that a turn did to its lists of tasks. */
export interface TaskFold {
  /** The key of the line. */
  readonly fold: string;
  readonly callIds: readonly string[];
  readonly level: 1;
  /** When the first was asked for. Epoch milliseconds. */
  readonly queuedAt: number;
  readonly open: boolean;
}

/** A line of the grid: the head of a turn, a call, or a turn’s updates of tasks. */
export type GridEntry = OrderedRow | TurnEntry | TaskFold;

interface TurnEntry {
  readonly turn: Turn;
  /** It is about no call: the agent answered in words. */
  readonly withoutCalls?: true;
}

/** The lines of one turn, as positions in the grid. */
export interface TurnLines {
  readonly turn: Turn;
  readonly from: number;
  /** The one after the last. */
  readonly to: number;
}

/**
 * The rows with the head of each turn before its first call. `collapsed`: the keys of the heads whose calls are left out; `onlyWithCalls`:
 * turns without a shown call have no head.
 */
export function withTurnHeads(
  ordered: readonly (OrderedRow | TaskFold)[],
  calls: Readonly<Record<string, CallRow>>,
  turns: readonly Turn[],
  collapsed: ReadonlySet<string> = new Set(),
  onlyWithCalls = false,
): { readonly entries: readonly GridEntry[]; readonly groups: readonly TurnLines[] } {
  const entries: GridEntry[] = [];
  const groups: { turn: Turn; from: number; to: number }[] = [];
  let position = -1;
  const addBare = (to: number): void => {
    for (const turn of onlyWithCalls ? [] : turns.slice(position + 1, to)) {
      if (turn.id === '') continue;
      groups.push({ turn, from: entries.length, to: entries.length + 1 });
      entries.push({ turn, withoutCalls: true });
    }
  };
  for (const row of ordered) {
    const at = row.level > 1 ? position : turnAt(turns, ('fold' in row ? row : calls[row.callId])?.queuedAt ?? 0);
    const turn = turns[at];
    if (at > position && turn) {
      addBare(at);
      position = at;
      groups.push({ turn, from: entries.length, to: entries.length });
      if (turn.id !== '') entries.push({ turn });
    }
    const group = groups.at(-1);
    if (!group || !collapsed.has(headKey(group.turn))) entries.push(row);
    if (group) group.to = entries.length;
  }
  addBare(turns.length);
  return { entries, groups };
}

/** The call of a line; `undefined` for the head of a turn. */
export function callIdOf(entry: GridEntry | undefined): string | undefined {
  return entry && 'callId' in entry ? entry.callId : undefined;
}

/** Tells the lines of the grid apart. */
export function entryKey(entry: GridEntry): string {
  if ('callId' in entry) return entry.callId;
  return 'fold' in entry ? entry.fold : headKey(entry.turn);
}

export function headKey(turn: Turn): string {
  return `turn-${turn.id}`;
}

/** The turn that a line belongs to. */
export function groupAt(groups: readonly TurnLines[], index: number): TurnLines | undefined {
  return groups.findLast(({ from }) => from <= index);
}
