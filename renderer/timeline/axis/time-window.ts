import type { Interval } from '../../calls/call-times.ts';
import { toAxis, type TimeScale } from './time-axis.ts';

/** The visible part of the axis, in axis milliseconds. */
export interface TimeWindow {
  readonly from: number;
  readonly span: number;
}

const MIN_SPAN = 20;

/** The least span while something runs, so that the first moments don't rescale the picture. */
const MIN_ROUND_SPAN = 50;

const STEPS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** Rounds up to the next span of a fixed scale, so that a growing bar doesn't rescale the picture every frame. */
export function roundSpan(span: number): number {
  const least = Math.max(span, MIN_ROUND_SPAN);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = STEPS.find((factor) => factor * power >= least) ?? 10;
  return step * power;
}

/** A window over `[from, to]`; while live its end is rounded up to leave space for the live edge. */
export function windowOver(from: number, to: number, live: boolean): TimeWindow {
  const span = Math.max(MIN_SPAN, to - from);
  return { from, span: live ? roundSpan(span * 1.04) : span * 1.04 };
}

/** Zooms by `factor` (below 1: in) around a point given as a fraction of the width. */
export function zoom(window: TimeWindow, factor: number, around: number): TimeWindow {
  const span = Math.max(MIN_SPAN, window.span * factor);
  return { from: window.from + (window.span - span) * around, span };
}

/** Moves by a fraction of the window (above 0: later). Some of `[0, end]` stays visible. */
export function pan(window: TimeWindow, share: number, end: number): TimeWindow {
  const { span } = window;
  const from = Math.min(Math.max(window.from + share * span, -span / 2), Math.max(end - span / 2, -span / 2));
  return { from, span };
}

export interface Tick {
  /** Fraction of the width, 0..1. */
  readonly at: number;
  readonly label: string;
}

const TICK_STEPS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000,
];

/** Approximate width of a tick's label with the space after it, per character and in all. Pixels. */
const LABEL = { perCharacter: 6.5, around: 14 };

/** Ticks at round times since the scale's origin, at least `minGap` pixels apart; none inside a fold, where a time has no exact place. */
export function ticks(window: TimeWindow, width: number, scale: TimeScale, minGap = 56): readonly Tick[] {
  if (width <= 0) return [];
  const least = (window.span * minGap) / width;
  const step = TICK_STEPS.find((candidate) => candidate >= least) ?? Math.ceil(least / 3_600_000) * 3_600_000;
  // The start has an exact place, even if it begins a fold.
  const marks: Tick[] = window.from <= 0 ? [{ at: Math.abs(window.from) / window.span, label: '0' }] : [];
  let free = marks.length * minGap * 0.9;
  for (const [from, to] of unfolded(scale, window)) {
    for (let time = Math.ceil(from / step) * step; time < to; time += step) {
      const at = (toAxis(scale, scale.origin + time) - window.from) / window.span;
      if (time === 0 || at < 0 || at * width < free) continue;
      const label = tickLabel(time, step);
      free = at * width + Math.max(minGap * 0.9, label.length * LABEL.perCharacter + LABEL.around);
      marks.push({ at, label });
    }
  }
  return marks;
}

/** The visible stretches between the folds, in milliseconds since the origin. */
function unfolded({ origin, folds }: TimeScale, window: TimeWindow): readonly Interval[] {
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
  stretches.push([from + Math.max(0, window.from - axis), from + end - axis]);
  return stretches.filter(([start, stop]) => stop > start);
}

function tickLabel(at: number, step: number): string {
  if (at === 0) return '0';
  if (step < 1000 && at < 1000) return `${at} ms`;
  if (at < 60_000) return `${Number((at / 1000).toFixed(decimals(step)))} s`;
  const minutes = Math.floor(at / 60_000);
  const seconds = Number(((at % 60_000) / 1000).toFixed(decimals(step)));
  const rest = step % 60_000 === 0 ? '' : ` ${seconds} s`;
  return minutes >= 60 ? `${Math.floor(minutes / 60)} h ${minutes % 60} m${rest}` : `${minutes} m${seconds === 0 ? '' : rest}`;
}

/** Of seconds, so that ticks that are `step` milliseconds apart have different names. */
function decimals(step: number): number {
  return Math.max(0, 3 - Math.floor(Math.log10(step)));
}
