const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];

/** Formats a duration to the millisecond: "0 ms", "482 ms", "2.104 s", "1 min 4.250 s". */
export function exactDuration(ms: number): string {
  const whole = Math.max(0, Math.round(ms));
  if (whole < SECOND) return `${whole} ms`;
  const seconds = `${((whole % MINUTE) / SECOND).toFixed(3)} s`;
  if (whole < MINUTE) return seconds;
  const minutes = `${Math.floor((whole % HOUR) / MINUTE)} min ${seconds}`;
  return whole < HOUR ? minutes : `${Math.floor(whole / HOUR)} h ${minutes}`;
}
