import { answerWaits, callWaits, inputWaitsOf } from '#shared/session/call-waits.ts';
import type { CallRow } from '#shared/session/view.ts';
import { drawnState } from '../ui/words.ts';

/** How a phase of a call is drawn. The last four are outcomes. */
export type SegmentKind = 'queued' | 'waiting' | 'running' | 'done' | 'failed' | 'denied' | 'cancelled';

export interface Segment {
  readonly kind: SegmentKind;
  /** Epoch milliseconds. */
  readonly start: number;
  /** `null` while it continues: the clock draws the edge. */
  readonly end: number | null;
}

/**
 * A call's bar, in order and without gaps: queued, waiting for the user, each time it asked, queued again behind other calls, then the run in
 * the colour of its outcome. A call that never ran ends in a zero-length mark (`denied`, `cancelled`, `failed`). `waits`: when an agent's calls waited, which
 * its own run contains.
 */
export function barSegments(row: CallRow, waits: readonly Interval[] = []): readonly Segment[] {
  const segments: Segment[] = [];
  const end = row.finishedAt ?? null;
  const add = (kind: SegmentKind, start: number, until: number | null): void => {
    const stop = until === null ? null : Math.max(start, until);
    if (stop === null || stop > start) segments.push({ kind, start, end: stop });
  };
  const ranAt = row.startedAt;
  const state = drawnState(row);
  let from: number | null = row.queuedAt;
  for (const [askedAt, answeredAt] of answerWaits(row, Number.POSITIVE_INFINITY)) {
    add('queued', from ?? askedAt, askedAt);
    from = Number.isFinite(answeredAt) ? answeredAt : null;
    add('waiting', askedAt, from);
  }
  if (from !== null) add('queued', from, ranAt ?? end);
  if (ranAt !== undefined) {
    const kind = isOutcome(state) ? state : 'running';
    const stop = end === null ? null : Math.max(ranAt, end);
    segments.push(...runSegments(kind, [ranAt, stop ?? Number.POSITIVE_INFINITY], waitsInRun(row, Number.POSITIVE_INFINITY, waits)));
  } else if (end !== null && isOutcome(state)) {
    segments.push({ kind: state, start: end, end });
  }
  return segments;
}

/** What a run waited for the user: for what they type, and for the `waits` of an agent's calls. Disjoint, in order. */
function waitsInRun(row: CallRow, open: number, waits: readonly Interval[]): readonly Interval[] {
  return row.inputWaits ? mergeIntervals([...waits, ...inputWaitsOf(row, open)]) : waits;
}

/** A run with the waits in it. */
function runSegments(kind: SegmentKind, run: Interval, waits: readonly Interval[]): Segment[] {
  const waiting = within(run, waits);
  const segment = (of: SegmentKind, [start, end]: Interval): Segment => ({ kind: of, start, end: Number.isFinite(end) ? end : null });
  if (waiting.length === 0) return [segment(kind, run)];
  const parts = [...without(run, waiting).map((part) => segment(kind, part)), ...waiting.map((part) => segment('waiting', part))];
  return parts.sort((a, b) => a.start - b.start);
}

export function isLive(row: CallRow): boolean {
  return row.finishedAt === undefined;
}

/** Time from the start to the end without waiting for the user. `waits`: those of an agent's calls. Milliseconds. */
export function workTime(row: CallRow, now: number, waits: readonly Interval[] = []): number {
  const run = runOf(row, now);
  return run ? run[1] - run[0] - totalLength(within(run, waitsInRun(row, now, waits))) : 0;
}

/** Time spent waiting for the user. `waits`: those of an agent's calls. Milliseconds. */
export function waitTime(row: CallRow, now: number, waits: readonly Interval[] = []): number {
  const run = runOf(row, now);
  const below = run ? totalLength(within(run, waits)) : 0;
  return below + totalLength(callWaits(row, now));
}

function runOf({ startedAt, finishedAt }: CallRow, now: number): Interval | undefined {
  return startedAt === undefined ? undefined : [startedAt, Math.max(startedAt, finishedAt ?? now)];
}

/** The parts of intervals inside `whole`. */
export function within([from, to]: Interval, intervals: readonly Interval[]): readonly Interval[] {
  return intervals.flatMap(([start, end]): Interval[] => {
    const [left, right] = [Math.max(start, from), Math.min(end, to)];
    return right > left ? [[left, right]] : [];
  });
}

/** Time queued behind other calls, before and after the user's answer. Milliseconds. */
export function queueTime(row: CallRow, now: number): number {
  const queued = barSegments(row).filter(({ kind }) => kind === 'queued');
  return queued.reduce((sum, { start, end }) => sum + Math.max(0, (end ?? now) - start), 0);
}

function isOutcome(state: CallRow['state']): state is 'done' | 'failed' | 'denied' | 'cancelled' {
  return state === 'done' || state === 'failed' || state === 'denied' || state === 'cancelled';
}

/** `[start, end]` in milliseconds. */
export type Interval = readonly [start: number, end: number];

/** The union of intervals as disjoint ones in order. */
export function mergeIntervals(intervals: Interval[]): Interval[] {
  intervals.sort((a, b) => a[0] - b[0]);
  const merged: [number, number][] = [];
  for (const [start, end] of intervals) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

/** The parts of `whole` not covered by `parts` (disjoint, in order), of which those before `first` end before it. */
export function without(whole: Interval, parts: readonly Interval[], first = 0): Interval[] {
  const free: Interval[] = [];
  let from = whole[0];
  for (let index = first; index < parts.length; index += 1) {
    const [start, end] = parts[index] ?? whole;
    if (end <= from) continue;
    if (start >= whole[1]) break;
    if (start > from) free.push([from, start]);
    from = Math.max(from, end);
  }
  if (from < whole[1]) free.push([from, whole[1]]);
  return free;
}

export function totalLength(intervals: readonly Interval[]): number {
  return intervals.reduce((sum, [start, end]) => sum + (end - start), 0);
}

/** When at least one call ran and didn't wait for what the user types: disjoint, in order. Agents don't count, since their runs include what their calls waited for. */
export function runsOf(rows: readonly CallRow[], now: number): readonly Interval[] {
  const agents = new Set(rows.map(({ parentCallId }) => parentCallId));
  const runs = rows.flatMap((row): Interval[] => {
    const run = row.view.kind === 'agent' || agents.has(row.callId) ? undefined : runOf(row, now);
    return run ? without(run, inputWaitsOf(row, now)) : [];
  });
  return mergeIntervals(runs);
}

/** When at least one call waited for the user and none ran: disjoint, in order. */
export function onlyWaitsOf(rows: readonly CallRow[], now: number): readonly Interval[] {
  const waits = waitsOf(rows, now);
  const runs = waits.length === 0 ? [] : runsOf(rows, now);
  let first = 0;
  // Both are in order: each is passed once, however many there are.
  return waits.flatMap((wait) => {
    for (let run = runs[first]; run && run[1] <= wait[0]; run = runs[first]) first += 1;
    return without(wait, runs, first);
  });
}

/** When at least one call waited for the user: disjoint, in order. */
export function waitsOf(rows: readonly CallRow[], now: number): readonly Interval[] {
  return mergeIntervals(rows.flatMap((row) => [...callWaits(row, now)]));
}
