import { clockDuration } from '../../time/clock-duration.ts';

/** The distances between ticks, in milliseconds. */
export const TICK_STEPS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000,
  7_200_000, 21_600_000, 86_400_000,
];

/**
 * Names a time since the start, in a row of ticks that are `step` milliseconds apart. `clock`: as a clock shows it, since some in the row
 * are longer than a minute.
 */
export function tickLabel(at: number, step: number, clock: boolean): string {
  if (clock) return clockDuration(at, decimals(step));
  if (step < 1000 && at < 1000) return `${at} ms`;
  return `${Number((at / 1000).toFixed(decimals(step)))} s`;
}

/** Of seconds, so that ticks that are `step` milliseconds apart have different names. */
function decimals(step: number): number {
  return Math.max(0, 3 - Math.floor(Math.log10(step)));
}
