import type { CallRow } from '#shared/session/view.ts';
import { mergeIntervals, totalLength, without, type Interval } from './intervals.ts';

/** A stretch that is drawn shorter than it was. */
export interface Fold {
  readonly from: number;
  readonly to: number;
  readonly kind: 'idle' | 'waiting';
  /** Axis milliseconds it takes. */
  readonly drawn: number;
}

/**
 * Maps time to the axis. Stretches where nothing ran are folded when they would crowd out the work: an hour with ten minutes
 * of work is drawn as little more than ten minutes. Axis values are milliseconds since `origin`, less what is folded.
 */
export interface TimeScale {
  readonly origin: number;
  readonly folds: readonly Fold[];
}

/** A scale with what is known of its end: where the live edge may go. */
export interface TimeAxis extends TimeScale {
  /** The end of what is known. While nothing runs, the live edge goes on for `tailCap` past it and then stands still. */
  readonly lastKnown: number;
  readonly tailCap: number;
}

/** Idle may take this share of the axis for each part of work, and at least this many milliseconds altogether. */
const IDLE = { share: 0.5, least: 1000 };
/** Waiting for a person keeps more of its length: it is what one looks for. */
const WAITING = { share: 1, least: 2500 };

export function buildAxis(rows: readonly CallRow[], now: number, folding: boolean): TimeAxis {
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
  if (!folding) return { origin, folds: [], lastKnown, tailCap: Number.POSITIVE_INFINITY };
  const busy = mergeIntervals(runs);
  const work = totalLength(busy);
  const waitingOnly = mergeIntervals(waits).flatMap((wait) => without(wait, busy));
  const quiet = without([origin, lastKnown], mergeIntervals([...busy, ...waitingOnly]));
  const waitingBudget = Math.max(WAITING.least, work * WAITING.share);
  const idleBudget = Math.max(IDLE.least, work * IDLE.share);
  const waitingCap = fillCap(waitingOnly, waitingBudget);
  const idleCap = fillCap(quiet, idleBudget);
  const folds = [...foldsOf(waitingOnly, 'waiting', waitingCap), ...foldsOf(quiet, 'idle', idleCap)];
  folds.sort((a, b) => a.from - b.from);
  const left = waiting ? waitingBudget - drawnLength(waitingOnly, waitingCap) : idleBudget - drawnLength(quiet, idleCap);
  return { origin, folds, lastKnown, tailCap: running ? Number.POSITIVE_INFINITY : Math.max(500, left) };
}

/** Stretches only a little over the cap are left as they are: a mark for them would be noise. */
function foldsOf(stretches: readonly Interval[], kind: Fold['kind'], cap: number): Fold[] {
  return stretches.flatMap(([from, to]) => (to - from > cap * 1.5 ? [{ from, to, kind, drawn: cap }] : []));
}

function drawnLength(stretches: readonly Interval[], cap: number): number {
  return stretches.reduce((sum, [from, to]) => sum + Math.min(to - from, cap), 0);
}

/** Axis milliseconds of a time. Monotone; before the origin it is negative. */
export function toAxis({ origin, folds }: TimeScale, time: number): number {
  const index = foldsBefore(folds, time);
  const inside = folds[index];
  const folded = inside && time > inside.from ? (time - inside.from) * (1 - inside.drawn / (inside.to - inside.from)) : 0;
  return time - origin - (prefixSums(folds)[index] ?? 0) - folded;
}

/** Where the live edge stands: it goes on while something runs, and comes to rest while nothing does. */
export function liveEdge(axis: TimeAxis, now: number): number {
  return toAxis(axis, Math.min(now, axis.lastKnown + axis.tailCap));
}

/** The scale before, if the new one is the same: what hangs on it then needn't be drawn again. */
export function sameScale(before: TimeScale | undefined, { origin, folds }: TimeScale): TimeScale {
  const same =
    before?.origin === origin &&
    before.folds.length === folds.length &&
    before.folds.every(
      (fold, index) => fold.from === folds[index]?.from && fold.to === folds[index]?.to && fold.drawn === folds[index]?.drawn,
    );
  return same ? before : { origin, folds };
}

/** The largest cap with which the stretches, each cut to it, still fit the budget together. */
function fillCap(stretches: readonly Interval[], budget: number): number {
  const lengths = stretches.map(([from, to]) => to - from).sort((a, b) => a - b);
  let left = budget;
  for (const [index, length] of lengths.entries()) {
    const rest = lengths.length - index;
    if (length * rest > left) return steady(left / rest);
    left -= length;
  }
  return Number.POSITIVE_INFINITY;
}

/** Down to two digits, so that the picture stands still while the sums grow by a little. */
function steady(cap: number): number {
  const unit = 10 ** Math.floor(Math.log10(cap) - 1);
  return Math.floor(cap / unit) * unit;
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

/** Milliseconds folded away by the first n folds, for each n. */
function prefixSums(folds: readonly Fold[]): readonly number[] {
  const known = sumsOf.get(folds);
  if (known) return known;
  const sums = [0];
  for (const fold of folds) sums.push((sums.at(-1) ?? 0) + (fold.to - fold.from - fold.drawn));
  sumsOf.set(folds, sums);
  return sums;
}
