import type { CallRow } from '#shared/session/view.ts';

/** A row as it stands in the grid. */
export interface OrderedRow {
  readonly callId: string;
  /** 1 for calls of the main agent, +1 for each agent call above. */
  readonly level: number;
  readonly hasChildren: boolean;
}

/**
 * Rows in the order they were asked for, calls of a sub-agent right below the call that started it; those under a collapsed
 * one are left out. A call whose parent is unknown stands on its own.
 */
export function orderRows(
  callOrder: readonly string[],
  calls: Readonly<Record<string, CallRow>>,
  collapsed: ReadonlySet<string>,
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
    rows.push({ callId, level, hasChildren: below !== undefined });
    if (!below || collapsed.has(callId)) return;
    for (const child of below) visit(child, level + 1);
  };
  for (const callId of roots) visit(callId, 1);
  return rows;
}

/** Marks rows that ran while the row above ran too: they are joined by a rail. */
export function runsBeside(above: CallRow | undefined, row: CallRow): boolean {
  if (above?.startedAt === undefined || row.startedAt === undefined) return false;
  const aboveEnd = above.finishedAt ?? Number.POSITIVE_INFINITY;
  const rowEnd = row.finishedAt ?? Number.POSITIVE_INFINITY;
  return above.startedAt < rowEnd && row.startedAt < aboveEnd;
}

/** The next failed or denied row from `index`, going by `step`; `undefined` where there is none. */
export function nextFailure(
  rows: readonly OrderedRow[],
  calls: Readonly<Record<string, CallRow>>,
  index: number,
  step: 1 | -1,
): number | undefined {
  for (let at = index + step; at >= 0 && at < rows.length; at += step) {
    const state = calls[rows[at]?.callId ?? '']?.state;
    if (state === 'failed' || state === 'denied') return at;
  }
  return undefined;
}
