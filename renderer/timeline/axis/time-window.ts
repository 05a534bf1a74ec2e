/** The visible part of the axis, in axis milliseconds. */
export interface TimeWindow {
  readonly from: number;
  readonly span: number;
}

const MIN_SPAN = 20;

const STEPS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** Rounds up to the next span of a fixed scale, so that a growing bar doesn't rescale the picture every frame. */
export function roundSpan(span: number): number {
  const least = Math.max(span, 200);
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

/** Round ticks from the window's start, at least `minGap` pixels apart. */
export function ticks(window: TimeWindow, width: number, minGap = 56): readonly Tick[] {
  if (width <= 0) return [];
  const least = (window.span * minGap) / width;
  const step = TICK_STEPS.find((candidate) => candidate >= least) ?? Math.ceil(least / 3_600_000) * 3_600_000;
  const marks: Tick[] = [];
  for (let at = 0; at < window.span; at += step) marks.push({ at: at / window.span, label: tickLabel(at, step) });
  return marks;
}

function tickLabel(at: number, step: number): string {
  if (at === 0) return '0';
  if (step < 1000 && at < 1000) return `${at} ms`;
  if (at < 60_000) return `${Number((at / 1000).toFixed(step < 1000 ? 1 : 0))} s`;
  const minutes = Math.floor(at / 60_000);
  const seconds = Math.round((at % 60_000) / 1000);
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} m`;
  return seconds === 0 ? `${minutes} m` : `${minutes} m ${seconds} s`;
}
