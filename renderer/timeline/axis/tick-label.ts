/** The distances between ticks, in milliseconds. */
export const TICK_STEPS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000,
  7_200_000, 21_600_000, 86_400_000,
];

const [MINUTE, HOUR] = [60_000, 3_600_000];

/** Names a time since the start in a row of ticks that are `step` milliseconds apart: "200 ms", "5.1 s", "1 min 30 s", "1 h 30 min". */
export function tickLabel(at: number, step: number): string {
  if (step < 1000 && at < 1000) return `${at} ms`;
  const seconds = Number(((at % MINUTE) / 1000).toFixed(decimals(step)));
  const [hours, minutes] = [Math.floor(at / HOUR), Math.floor((at % HOUR) / MINUTE)];
  const parts = [hours > 0 ? `${hours} h` : '', minutes > 0 ? `${minutes} min` : '', seconds > 0 ? `${seconds} s` : ''];
  return parts.filter((part) => part !== '').join(' ');
}

/** Of seconds, so that ticks that are `step` milliseconds apart have different names. */
function decimals(step: number): number {
  return Math.max(0, 3 - Math.floor(Math.log10(step)));
}
