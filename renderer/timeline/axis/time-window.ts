/** The visible part of the axis, in axis milliseconds. */
export interface TimeWindow {
  readonly from: number;
  readonly span: number;
}

/** How close a person can zoom in. Milliseconds, as the next. */
const MIN_SPAN = 20;

/** What a turn spans at least: drawn any larger, a call of a millisecond looks like one of seconds. */
export const MIN_TURN_SPAN = 1000;

const STEPS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** Rounds up to the next span of a fixed scale, so that a growing bar doesn't rescale the picture every frame. */
export function roundSpan(span: number): number {
  const power = 10 ** Math.floor(Math.log10(span));
  const step = STEPS.find((factor) => factor * power >= span) ?? 10;
  return step * power;
}

/** A window over `[from, to]`; while live its end is rounded up to leave space for the live edge. */
export function windowOver(from: number, to: number, live: boolean): TimeWindow {
  const span = Math.max(MIN_TURN_SPAN, to - from);
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
