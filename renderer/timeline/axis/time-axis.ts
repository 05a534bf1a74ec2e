import { callWaits, inputWaitsOf, waitsForInput } from '#shared/session/call-waits.ts';
import type { CallRow } from '#shared/session/view.ts';
import { type Interval, mergeIntervals, totalLength, within, without } from '../../calls/call-times.ts';
import { isPaused, type ModelWork, modelWorkUntil, NO_MODEL_WORK } from '../../calls/model-work.ts';
import { MIN_TURN_SPAN } from './time-window.ts';

/** A stretch that is drawn shorter than it was. */
export interface Fold {
  readonly from: number;
  /** Endless while it still grows: it is then drawn to scale until `drawn`, where the live edge stands still. */
  readonly to: number;
  readonly kind: 'idle' | 'waiting' | 'model' | 'retry';
  /** Its length on the axis, in axis milliseconds. */
  readonly drawn: number;
}

/**
 * Maps time to the axis. Pauses and waits are folded when they would dominate, to one length once all has ended: an hour with ten
 * minutes of work is drawn as little more than ten minutes. Axis values are milliseconds since `origin`, less what is folded.
 */
export interface TimeScale {
  readonly origin: number;
  readonly folds: readonly Fold[];
}

/** A scale with its known end. */
export interface TimeAxis extends TimeScale {
  /** The end of what is known. */
  readonly lastKnown: number;
}

/** What a few long pauses and waits may take of the axis once all has ended: each, and together. */
const FEW = { count: 4, each: 0.2, together: 0.4 };
/** While calls may come, pauses may take this share relative to work, and at least this many milliseconds in total. */
const IDLE = { share: 0.5, least: 5000 };
/** The same for waiting for the user, which is what the window is looked at for then. */
const WAITING = { share: 1, least: 5000 };
/** The same for the model at work, which is most of many turns: only what would leave no room for the calls is cut. */
const MODEL = { share: 2, least: 10_000 };
/** Where they are many or may grow, none is drawn shorter than this, so that what takes seconds stays comparable. Milliseconds. */
const LEAST_DRAWN = 2000;
/** Stretches just over the cap aren't folded: the mark would be noise. */
const TOLERANCE = 1.5;

/**
 * `open`: calls run, or more may come. A pause or wait that still grows counts as endless, so that nothing moves while it does. `ended`: the
 * end of the turn, which may come after all else.
 */
export function buildAxis(
  rows: readonly CallRow[],
  now: number,
  folding: boolean,
  open: boolean,
  model: ModelWork = NO_MODEL_WORK,
  ended?: number,
): TimeAxis {
  const modelRuns = modelWorkUntil(model, now);
  // Before a retry the model doesn’t work yet.
  const since = model.since !== undefined && model.since <= now ? model.since : undefined;
  const retries = model.pauses.filter(([, end]) => end <= now);
  const retriesLater = isPaused(model, now);
  const origin = Math.min(rows[0]?.queuedAt ?? now, modelRuns[0]?.[0] ?? now, model.pauses[0]?.[0] ?? now);
  const parents = new Set(rows.map(({ parentCallId }) => parentCallId));
  // Without calls, the model's work is all there is.
  const runs: Interval[] = rows.length === 0 ? mergeIntervals([...modelRuns, ...retries]) : [];
  const waits: Interval[] = [];
  let lastKnown = Math.max(origin, model.past.at(-1)?.[1] ?? origin, since ?? origin, retries.at(-1)?.[1] ?? origin);
  let running = rows.length === 0 && (since !== undefined || retriesLater);
  let waiting = false;
  for (const row of rows) {
    const end = row.finishedAt ?? now;
    // An agent works as long as its calls do: between them it waits for its model, as the main agent does between calls.
    const isParent = parents.has(row.callId);
    if (!isParent || row.finishedAt !== undefined) lastKnown = Math.max(lastKnown, end);
    if (!isParent && row.startedAt !== undefined) {
      runs.push(...without([row.startedAt, Math.max(row.startedAt, end)], inputWaitsOf(row, end)));
      if (row.finishedAt === undefined && !waitsForInput(row)) running = true;
    }
    waits.push(...callWaits(row, end));
    if (row.state === 'waiting' || waitsForInput(row)) waiting = true;
  }
  if (!open) lastKnown = Math.max(lastKnown, ended ?? origin);
  if (!folding) return { origin, folds: [], lastKnown };
  const busy = mergeIntervals(runs);
  const work = totalLength(busy);
  const waitingOnly = mergeIntervals(waits).flatMap((wait) => without(wait, busy));
  const free = without([origin, lastKnown], mergeIntervals([...busy, ...waitingOnly]));
  const modelOnly = free.flatMap((stretch) => within(stretch, modelRuns));
  const noModel = free.flatMap((stretch) => without(stretch, modelRuns));
  const retryOnly = noModel.flatMap((stretch) => within(stretch, retries));
  const idle = noModel.flatMap((stretch) => without(stretch, retries));
  const quiet = [...retryOnly, ...idle];
  const quietFolds = (cap: number): Fold[] => [...foldsOf(idle, 'idle', cap), ...foldsOf(retryOnly, 'retry', cap)];
  const pieces = cutAt(waitingOnly, waits.flat());
  const modelBudget = Math.max(MODEL.least, work * MODEL.share);
  if (!open) {
    const lengths = [...pieces, ...quiet].map(lengthOf);
    const modelLengths = modelOnly.map(lengthOf);
    const modelCap = Math.max(LEAST_DRAWN, fillCap(modelLengths, modelBudget));
    const active = work + modelLengths.reduce((sum, length) => sum + Math.min(length, modelCap), 0);
    const cap = capOfFew(lengths, active) ?? Math.max(LEAST_DRAWN, fillCap(lengths, Math.max(WAITING.least, active * WAITING.share)));
    const folds = [...foldsOf(pieces, 'waiting', cap), ...quietFolds(cap), ...foldsOf(modelOnly, 'model', modelCap)];
    return { origin, folds: inOrder(folds), lastKnown };
  }
  // What waits now has just begun to, if no piece reaches the end.
  const grown = pieces.findLast(([, end]) => end === lastKnown);
  const openWait: Interval | undefined = waiting && !running ? (grown ?? [lastKnown, lastKnown]) : undefined;
  const pastWaits = openWait && grown ? pieces.slice(0, -1) : pieces;
  const grownModel = modelOnly.findLast(([, end]) => end === lastKnown);
  const openModel: Interval | undefined = since !== undefined && !running && !openWait ? (grownModel ?? [lastKnown, lastKnown]) : undefined;
  const pastModel = openModel && grownModel ? modelOnly.slice(0, -1) : modelOnly;
  const openPause: Interval | undefined = !running && !openWait && !openModel ? [lastKnown, now] : undefined;
  const waitingCap = capOf(pastWaits, openWait, Math.max(WAITING.least, work * WAITING.share));
  const idleCap = capOf(quiet, openPause, Math.max(IDLE.least, work * IDLE.share));
  const modelCap = capOf(pastModel, openModel, modelBudget);
  const folds = inOrder([...foldsOf(pastWaits, 'waiting', waitingCap), ...quietFolds(idleCap), ...foldsOf(pastModel, 'model', modelCap)]);
  if (openWait) folds.push({ from: openWait[0], to: ENDLESS, kind: 'waiting', drawn: waitingCap });
  if (openModel) folds.push({ from: openModel[0], to: ENDLESS, kind: 'model', drawn: modelCap });
  if (openPause) folds.push({ from: openPause[0], to: ENDLESS, kind: retriesLater ? 'retry' : 'idle', drawn: idleCap });
  return { origin, folds, lastKnown };
}

const ENDLESS = Number.POSITIVE_INFINITY;

/** Another request or an answer within a wait keeps its own place: the wait is cut there. */
function cutAt(stretches: readonly Interval[], moments: readonly number[]): Interval[] {
  const sorted = moments.toSorted((a, b) => a - b);
  const pieces: Interval[] = [];
  let next = 0;
  for (const [start, end] of stretches) {
    let from = start;
    for (; (sorted[next] ?? end) < end; next += 1) {
      const moment = sorted[next] ?? end;
      if (moment <= from) continue;
      pieces.push([from, moment]);
      from = moment;
    }
    pieces.push([from, end]);
  }
  return pieces;
}

/** To what the longest are cut if they are few; `undefined` if they are many, so that a turn of short pauses isn't all folds. */
function capOfFew(lengths: readonly number[], work: number): number | undefined {
  const sorted = lengths.toSorted((a, b) => b - a);
  let rest = lengths.reduce((sum, length) => sum + length, work);
  for (let count = 1; count <= FEW.count; count += 1) {
    rest -= sorted[count - 1] ?? 0;
    const share = Math.min(FEW.each, FEW.together / count);
    const cap = (Math.max(rest, MIN_TURN_SPAN) * share) / (1 - share * count);
    if ((sorted[count] ?? 0) <= cap * TOLERANCE) return cap;
  }
  return undefined;
}

/** `open`: grows as long as anyone knows. */
function capOf(ended: readonly Interval[], open: Interval | undefined, budget: number): number {
  return Math.max(LEAST_DRAWN, steady(fillCap([...ended.map(lengthOf), ...(open ? [ENDLESS] : [])], budget)));
}

function foldsOf(stretches: readonly Interval[], kind: Fold['kind'], cap: number): Fold[] {
  return stretches.flatMap(([from, to]) => (to - from > cap * TOLERANCE ? [{ from, to, kind, drawn: cap }] : []));
}

function inOrder(folds: readonly Fold[]): Fold[] {
  return folds.toSorted((a, b) => a.from - b.from);
}

function lengthOf([from, to]: Interval): number {
  return to - from;
}

/** Converts a time to axis milliseconds. Monotone; negative before the origin. */
export function toAxis({ origin, folds }: TimeScale, time: number): number {
  const index = foldsBefore(folds, time);
  const inside = folds[index];
  const folded = inside && time > inside.from ? foldedBy(inside, time) : 0;
  return time - origin - (prefixSums(folds)[index] ?? 0) - folded;
}

/** Milliseconds that a fold has removed by a time in it. */
function foldedBy({ from, to, drawn }: Fold, time: number): number {
  return to === ENDLESS ? Math.max(0, time - from - drawn) : (time - from) * (1 - drawn / (to - from));
}

/** The pause or wait that still grows. */
export function openFold({ folds }: TimeScale): Fold | undefined {
  const last = folds.at(-1);
  return last?.to === ENDLESS ? last : undefined;
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
    if (length * rest > left) return left / rest;
    left -= length;
  }
  return Number.POSITIVE_INFINITY;
}

const STEPS = [8, 6, 5, 4, 3, 2, 1.5, 1];

/** Rounds down to a step of a fixed scale, so that a call that ends doesn't move all others. */
function steady(cap: number): number {
  if (cap === Number.POSITIVE_INFINITY) return cap;
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
