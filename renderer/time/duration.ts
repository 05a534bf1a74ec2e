import { words } from './words.ts';

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];

/**
 * The window’s one form of a duration, as exact as its length needs: "4 ms", "0.8 s", "12 s", "1 min 24 s", "2 h 5 min". What is zero at
 * the end is left out.
 */
export function formatDuration(ms: number): string {
  if (ms < 0) return '0 ms';
  if (ms < 100) return `${Math.round(ms)} ms`;
  if (ms < 9950) return `${(ms / SECOND).toFixed(1)} s`;
  if (ms < MINUTE - SECOND / 2) return `${Math.round(ms / SECOND)} s`;
  if (ms < HOUR - SECOND / 2) return inTwo(Math.round(ms / SECOND), 'min', 's');
  return inTwo(Math.round(ms / MINUTE), 'h', 'min');
}

/** `whole`: in the smaller unit, 60 of which are one of the larger. */
function inTwo(whole: number, large: string, small: string): string {
  const rest = whole % 60;
  return `${Math.floor(whole / 60)} ${large}${rest > 0 ? ` ${rest} ${small}` : ''}`;
}

/** Formats the age of a pending ask: "just now", "12 s", "4 min", "2 h". */
export function formatAge(ms: number): string {
  if (ms < 3000) return words.justNow;
  if (ms < 60_000) return `${Math.floor(ms / 1000)} s`;
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} min`;
  return `${Math.floor(ms / 3_600_000)} h`;
}
