const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };
/** A shorter pause isn't worth a call of its own. */
const SHORT_SECONDS = 2;
const DURATION = /^(?<count>\d+(?:\.\d*)?|\.\d+)(?<unit>[smhd]?)$/u;

/** Whether the command does nothing but sleep, and for longer than a moment. */
export function isBareSleep(command: string): boolean {
  const [name, ...durations] = command
    .trim()
    .replace(/;$/u, '')
    .trim()
    .split(/[ \t]+/u);
  if (name !== 'sleep' || durations.length === 0) return false;
  if (durations.length === 1 && durations[0] === 'infinity') return true;
  let seconds = 0;
  for (const duration of durations) {
    const { count, unit } = DURATION.exec(duration)?.groups ?? {};
    if (count === undefined) return false;
    seconds += Number(count) * (UNITS[unit ?? ''] ?? 1);
  }
  return seconds >= SHORT_SECONDS;
}
