import type { CallRow } from '#shared/session/view.ts';
import { type Interval, mergeIntervals, totalLength, without } from '../../calls/call-times.ts';

/** A stretch that is drawn shorter than it was. */
export interface Fold {
  readonly from: number;
  readonly to: number;
  readonly kind: 'idle' | 'waiting';
  /** Its length on the axis, in axis milliseconds. */
  readonly drawn: number;
}

/**
 * Maps time to the axis. Idle stretches are folded when they would dominate: an hour with ten minutes of work is drawn as little more than
 * ten minutes. Axis values are milliseconds since `origin`, less what is folded.
 */
export interface TimeScale {
  readonly origin: number;
  readonly folds: readonly Fold[];
}

/** A scale with its known end, which limits the live edge. */
export interface TimeAxis extends TimeScale {
  /** The end of what is known. */
  readonly lastKnown: number;
  /** While nothing runs, the live edge moves up to `tailCap` past the start of the pause or wait, and then stops. */
  readonly tailFrom: number;
  readonly tailCap: number;
}

/** Idle time may take this share of the axis relative to work, and at least this many milliseconds in total. */
const IDLE = { share: 0.5, least: 30 };
/** Waiting for the user keeps more of its length, since it matters more. */
const WAITING = { share: 1, least: 100 };

/** `open`: more calls may come. A pause or wait that still grows counts as endless, so that nothing moves while it does. */
export function buildAxis(rows: readonly CallRow[], now: number, folding: boolean, open: boolean): TimeAxis {
  const origin = rows[0]?.queuedAt ?? now;
  const runs: Interval[] = [];
  const waits: Interval[] = [];
  let lastKnown = origin;
  let running = false;
  let waiting = false;
  for (const row of rows) {
    const end = row.finishedAt ?? now;
    lastKnown = Math.max(lastKnown, end);
    if (row.startedAt !== undefined) {
      runs.push([row.startedAt, Math.max(row.startedAt, end)]);
      if (row.finishedAt === undefined) running = true;
    }
    if (row.askedAt !== undefined) waits.push([row.askedAt, Math.max(row.askedAt, row.answeredAt ?? end)]);
    if (row.state === 'waiting') waiting = true;
  }
  if (!folding) return { origin, folds: [], lastKnown, tailFrom: lastKnown, tailCap: Number.POSITIVE_INFINITY };
  const busy = mergeIntervals(runs);
  const work = totalLength(busy);
  const waitingOnly = mergeIntervals(waits).flatMap((wait) => without(wait, busy));
  const quiet = without([origin, lastKnown], mergeIntervals([...busy, ...waitingOnly]));
  const waitingBudget = Math.max(WAITING.least, work * WAITING.share);
  const idleBudget = Math.max(IDLE.least, work * IDLE.share);
  const openWait = waiting && !running ? waitingOnly.at(-1) : undefined;
  const ENDLESS = Number.POSITIVE_INFINITY;
  const pastWaits = openWait ? waitingOnly.slice(0, -1) : waitingOnly;
  const waitingCap = fillCap([...pastWaits.map(lengthOf), ...(openWait ? [ENDLESS] : [])], waitingBudget);
  const idleCap = fillCap([...quiet.map(lengthOf), ...(open && !running && !openWait ? [ENDLESS] : [])], idleBudget);
  const folds = [...foldsOf(pastWaits, 'waiting', waitingCap), ...foldsOf(quiet, 'idle', idleCap)];
  folds.sort((a, b) => a.from - b.from);
  const tailCap = running ? ENDLESS : openWait ? waitingCap : idleCap;
  return { origin, folds, lastKnown, tailFrom: openWait?.[0] ?? lastKnown, tailCap };
}

/** Stretches just over the cap aren't folded: the mark would be noise. */
function foldsOf(stretches: readonly Interval[], kind: Fold['kind'], cap: number): Fold[] {
  return stretches.flatMap(([from, to]) => (to - from > cap * 1.5 ? [{ from, to, kind, drawn: cap }] : []));
}

function lengthOf([from, to]: Interval): number {
  return to - from;
}

/** Converts a time to axis milliseconds. Monotone; negative before the origin. */
export function toAxis({ origin, folds }: TimeScale, time: number): number {
  const index = foldsBefore(folds, time);
  const inside = folds[index];
  const folded = inside && time > inside.from ? (time - inside.from) * (1 - inside.drawn / (inside.to - inside.from)) : 0;
  return time - origin - (prefixSums(folds)[index] ?? 0) - folded;
}

/** Position of the live edge: moves while something runs, stops while idle. */
export function liveEdge(axis: TimeAxis, now: number): number {
  return toAxis(axis, Math.min(now, axis.tailFrom + axis.tailCap));
}

/** Returns the previous scale if the new one is equal, so that dependents don't rerender. */
export function sameScale(before: TimeScale | undefined, { origin, folds }: TimeScale): TimeScale {
  const same =
    before?.origin === origin &&
    before.folds.length === folds.length &&
    before.folds.every(
      (fold, index) => fold.from === folds[index]?.from && fold.to === folds[index]?.to && fold.drawn === folds[index]?.drawn,
    );
  return same ? before : { origin, folds };
}

/** The largest cap with which all stretches, each cut to it, fit the budget. */
function fillCap(lengths: readonly number[], budget: number): number {
  const sorted = lengths.toSorted((a, b) => a - b);
  let left = budget;
  for (const [index, length] of sorted.entries()) {
    const rest = sorted.length - index;
    if (length * rest > left) return steady(left / rest);
    left -= length;
  }
  return Number.POSITIVE_INFINITY;
}

const STEPS = [8, 6, 5, 4, 3, 2, 1.5, 1];

/** Rounds down to a step of a fixed scale, so that a call that ends doesn't move all others. */
function steady(cap: number): number {
  const power = 10 ** Math.floor(Math.log10(cap));
  return (STEPS.find((step) => step * power <= cap) ?? 1) * power;
}

/** How many folds end at or before `time`. */
function foldsBefore(folds: readonly Fold[], time: number): number {
  let low = 0;
  let high = folds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((folds[middle]?.to ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

const sumsOf = new WeakMap<readonly Fold[], readonly number[]>();

/** Milliseconds removed by the first n folds, for each n. */
function prefixSums(folds: readonly Fold[]): readonly number[] {
  const known = sumsOf.get(folds);
  if (known) return known;
  const sums = [0];
  for (const fold of folds) sums.push((sums.at(-1) ?? 0) + (fold.to - fold.from - fold.drawn));
  sumsOf.set(folds, sums);
  return sums;
}
