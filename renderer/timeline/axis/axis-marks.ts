import type { Interval } from '../../calls/call-times.ts';
import { formatDuration } from '../../time/duration.ts';
import { openFold, toAxis, type Fold, type TimeScale } from './time-axis.ts';
import { tickLabel, TICK_STEPS } from './tick-label.ts';
import type { TimeWindow } from './time-window.ts';

/** A time on the axis. Places and widths are fractions of the axis's width. */
export interface Tick {
  readonly at: number;
  readonly label: string;
}

/** A pause that is drawn shorter than it was. */
export interface FoldMark {
  readonly at: number;
  readonly width: number;
  readonly kind: Fold['kind'];
  readonly length: string;
  /** Where its length stands, or that of all side by side, at the first; `undefined` without room for it. */
  readonly label: { readonly at: number; readonly width: number; readonly text: string } | undefined;
}

export interface AxisMarks {
  readonly ticks: readonly Tick[];
  readonly folds: readonly FoldMark[];
}

/** Approximate width of a label, per character and around it. Pixels. */
const CHARACTER = 6.3;
const AROUND = 8;
/** Between the starts of two labels. Pixels. */
const MIN_GAP = 56;
/** A narrower fold than this is drawn without its length. Pixels. */
const LEAST_NAMED = 10;

/**
 * What stands on an axis that is `width` pixels wide: the lengths of its folds, and round times since its origin where no fold is, since a
 * time has no exact place in one. No label covers another, and none is cut. `now`: how far a pause has grown that is still open.
 */
export function axisMarks(window: TimeWindow, width: number, scale: TimeScale, now: number): AxisMarks {
  if (width <= 0) return { ticks: [], folds: [] };
  const folds = drawnFolds(scale, now);
  const stretches = unfolded(scale, folds, window);
  const taken: Interval[] = [];
  const ticks: Tick[] = [];
  const isFree = ([from, to]: Interval): boolean => to <= width && taken.every(([start, end]) => to <= start || from >= end);
  const place = (time: number, label: string): boolean => {
    const at = (toAxis(scale, scale.origin + time) - window.from) / window.span;
    const box: Interval = [at * width, at * width + widthOf(label)];
    if (at < 0 || !isFree(box)) return false;
    taken.push([box[0], Math.max(box[1], box[0] + MIN_GAP * 0.9)]);
    ticks.push({ at, label });
    return true;
  };
  // The start has an exact place, even if it begins a fold.
  if (window.from <= 0) {
    const at = Math.abs(window.from) / window.span;
    ticks.push({ at, label: '0' });
    taken.push([at * width, at * width + widthOf('0')]);
  }
  const marks = foldMarks(folds, { window, width, scale, now }, taken);
  const last = stretches.at(-1)?.[1] ?? 0;
  const usual = TICK_STEPS.findIndex((step) => (step / window.span) * width >= Math.max(MIN_GAP, widestLabel(last, step)));
  for (const [from, to] of stretches) {
    // A stretch between two folds may have no place for a very round time.
    for (const step of TICK_STEPS.slice(0, usual < 0 ? undefined : usual + 1).toReversed()) {
      let found = false;
      for (let time = Math.ceil(from / step) * step; time < to; time += step) {
        if (time > 0 && place(time, tickLabel(time, step))) found = true;
      }
      if (found || (to - from) / step >= 1.5) break;
    }
  }
  return { ticks, folds: marks };
}

/** The folds as they are now: one that still grows is one only from where it is no longer drawn to scale. */
function drawnFolds(scale: TimeScale, now: number): readonly Fold[] {
  const open = openFold(scale);
  if (!open) return scale.folds;
  const stands = now > open.from + open.drawn;
  return [...scale.folds.slice(0, -1), ...(stands ? [open] : [])];
}

interface Axis {
  readonly window: TimeWindow;
  readonly width: number;
  readonly scale: TimeScale;
  readonly now: number;
}

/** Adds the places of their labels to those that are taken. */
function foldMarks(folds: readonly Fold[], { window, width, scale, now }: Axis, taken: Interval[]): readonly FoldMark[] {
  const boxes = folds.map(({ from, drawn }): Interval => {
    const at = ((toAxis(scale, from) - window.from) / window.span) * width;
    return [at, at + (drawn / window.span) * width];
  });
  const lengths = folds.map((fold) => (Number.isFinite(fold.to) ? fold.to : now) - fold.from);
  /** The label of the folds from `first` to `last`, if there is room for it. */
  const labelOf = (first: number, last: number) => {
    const [start, end] = [boxes[first]?.[0] ?? 0, boxes[last]?.[1] ?? 0];
    const length = lengths.slice(first, last + 1).reduce((sum, one) => sum + one, 0);
    const text = foldText(formatDuration(length));
    const from = Math.max(start, 0, ...taken.filter(([left, right]) => right > start && left <= start).map(([, right]) => right));
    // Wider than the fold only where the next one leaves room.
    const room = Math.max(Math.min(end, width), Math.min(width, boxes[last + 1]?.[0] ?? width)) - from;
    if (end < 0 || end - start < LEAST_NAMED || room < widthOf(text)) return undefined;
    const to = Math.max(Math.min(end, width), from + widthOf(text));
    return { from, to, label: { at: from / width, width: (to - from) / width, text } };
  };
  const labels = new Map<number, FoldMark['label']>();
  for (let first = 0; first < folds.length;) {
    let last = first;
    let named = labelOf(first, last);
    // Side by side, one that can't be named is named together with the next.
    while (
      named === undefined &&
      (boxes[first]?.[1] ?? 0) >= 0 &&
      (boxes[last + 1]?.[0] ?? Infinity) - (boxes[last]?.[1] ?? 0) < LEAST_NAMED
    )
      named = labelOf(first, (last += 1));
    if (named) taken.push([named.from, named.to]);
    labels.set(first, named?.label);
    first = last + 1;
  }
  return folds.flatMap(({ kind }, index) => {
    const [start = 0, end = 0] = boxes[index] ?? [];
    if (start > width || end < 0 || end - start < 1) return [];
    const length = formatDuration(lengths[index] ?? 0);
    return [{ at: start / width, width: (end - start) / width, kind, length, label: labels.get(index) }];
  });
}

function foldText(length: string): string {
  return `⋯ ${length}`;
}

/** The visible stretches between the folds, in milliseconds since the origin. */
function unfolded({ origin }: TimeScale, folds: readonly Fold[], window: TimeWindow): readonly Interval[] {
  let from = 0;
  const stretches: Interval[] = [];
  const end = window.from + window.span;
  let axis = 0;
  for (const fold of folds) {
    const length = fold.from - origin - from;
    stretches.push([from + Math.max(0, window.from - axis), from + Math.min(length, end - axis)]);
    axis += length + fold.drawn;
    from = fold.to - origin;
  }
  if (Number.isFinite(from)) stretches.push([from + Math.max(0, window.from - axis), from + end - axis]);
  return stretches.filter(([start, stop]) => stop > start);
}

/** Approximate, of the labels up to a time: the last two differ in length as those before them do. Pixels. */
function widestLabel(until: number, step: number): number {
  const last = Math.max(step, Math.floor(until / step) * step);
  return Math.max(...[last, Math.max(step, last - step)].map((time) => widthOf(tickLabel(time, step))));
}

function widthOf(label: string): number {
  return label.length * CHARACTER + AROUND;
}
