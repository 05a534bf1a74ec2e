import type { ConversationItem } from '#shared/session/view.ts';

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

type Group =
  | { readonly type: 'calls'; readonly id: string; readonly callIds: string[] }
  | { readonly type: 'item'; readonly id: string; readonly item: Exclude<ConversationItem, { type: 'call' }> };

/** Consecutive calls become one group. */
export function groupItems(items: readonly ConversationItem[]): Group[] {
  const groups: Group[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (item.type !== 'call') groups.push({ type: 'item', id: item.id, item });
    else if (last?.type === 'calls') last.callIds.push(item.callId);
    else groups.push({ type: 'calls', id: item.id, callIds: [item.callId] });
  }
  return groups;
}

/** Shorter runs get a line per call. */
const MIN_RUN = 3;

interface QuietRun {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly quiet: boolean;
}

/** Splits a sequence of calls (`q`: quiet) into runs that share a line and the calls between. */
export function quietRuns(pattern: string): QuietRun[] {
  const runs: QuietRun[] = [];
  let from = 0;
  for (const { 0: match, index } of pattern.matchAll(new RegExp(`q{${MIN_RUN},}`, 'g'))) {
    if (index > from) runs.push({ from, to: index, quiet: false });
    from = index + match.length;
    runs.push({ from: index, to: from, quiet: true });
  }
  if (from < pattern.length) runs.push({ from, to: pattern.length, quiet: false });
  return runs;
}
