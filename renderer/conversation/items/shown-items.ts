import type { ConversationItem, TurnRow } from '#shared/session/view.ts';

/** How many items are rendered at first, and added per step. */
export const ITEMS_PAGE = 200;

/** The first rendered item. Unchanged while new items are added below, so that nothing moves while reading. */
export function firstShown(count: number, wanted: number): number {
  // A rewind may have left fewer items.
  return Math.max(0, Math.min(wanted, count - 1));
}

/** At the end of a long conversation, items far above can be removed. */
export function isTooLong(count: number, wanted: number): boolean {
  return count - Math.max(0, wanted) > 2 * ITEMS_PAGE;
}

/** The first of the consecutive calls around a place: a group that is cut there would be another one when its rest is shown. */
export function runStart(items: readonly ConversationItem[], place: number): number {
  let start = place;
  while (items[start]?.type === 'call' && items[start - 1]?.type === 'call') start -= 1;
  return start;
}

export type Group =
  | { readonly type: 'calls'; readonly id: string; readonly callIds: string[] }
  | { readonly type: 'item'; readonly id: string; readonly item: Exclude<ConversationItem, { type: 'call' }> }
  | { readonly type: 'turn'; readonly id: string; readonly turn: TurnRow };

/**
 * The turn that ends with each item. An error that came at several tries of a message is one item: the card is that of the last try with
 * calls.
 */
export function turnEnds(turns: readonly TurnRow[]): ReadonlyMap<string, TurnRow> {
  const ends = new Map<string, TurnRow>();
  for (const turn of turns) {
    const [from, to] = turn.calls;
    if (to > from || !ends.has(turn.lastItem)) ends.set(turn.lastItem, turn);
  }
  return ends;
}

/** Consecutive calls become one group. `ends`: the turns that ended, by their last item; each closes a group. */
export function groupItems(items: readonly ConversationItem[], ends: ReadonlyMap<string, TurnRow> = new Map()): Group[] {
  const groups: Group[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (item.type !== 'call') groups.push({ type: 'item', id: item.id, item });
    else if (last?.type === 'calls') last.callIds.push(item.callId);
    else groups.push({ type: 'calls', id: item.id, callIds: [item.callId] });
    const turn = ends.get(item.id);
    if (turn) groups.push({ type: 'turn', id: turn.turnId, turn });
  }
  return groups;
}

/** Shorter runs get a line per call. */
const MIN_QUIET = 3;
const MIN_FOLDED = 4;
const MIN_CANCELLED = 3;
const MIN_FAILED = 3;

interface CallRun {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  /**
   * `quiet`: reads and searches that share a line. `folded`, `cancelled`, `failed`: finished work, what never ran, or what failed for one
   * reason, behind a line that opens.
   */
  readonly type: 'cards' | 'quiet' | 'folded' | 'cancelled' | 'failed';
}

/**
 * Splits a sequence of calls into runs that share a line and the calls between. `q`: a quiet one that is done, `t`: an update of tasks that
 * is done, `d`: another that is done, `c`: cancelled, `f`: failed, `s`: failed for the same reason as the call before it, `.`: one to be
 * seen. Work is folded once its phase is over, so that it stays in sight while in progress; updates of tasks at once.
 */
export function callRuns(pattern: string, isOver: boolean): CallRun[] {
  const runs: CallRun[] = [];
  const always = `q{${MIN_QUIET},}|t{${MIN_QUIET},}|c{${MIN_CANCELLED},}|fs{${MIN_FAILED - 1},}`;
  const shared = new RegExp(isOver ? `[qdt]{${MIN_FOLDED},}|${always}` : always, 'gu');
  let from = 0;
  for (const { 0: match, index } of pattern.matchAll(shared)) {
    if (index > from) runs.push({ from, to: index, type: 'cards' });
    from = index + match.length;
    runs.push({ from: index, to: from, type: typeOf(match) });
  }
  if (from < pattern.length) runs.push({ from, to: pattern.length, type: 'cards' });
  return runs;
}

function typeOf(run: string): CallRun['type'] {
  if (run.startsWith('c')) return 'cancelled';
  if (run.startsWith('f')) return 'failed';
  return /[dt]/u.test(run) ? 'folded' : 'quiet';
}
