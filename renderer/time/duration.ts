import { words } from './words.ts';

/** Formats a short duration: "4 ms", "0.8 s", "12.3 s", "1:04", "1:02:09". */
export function formatDuration(ms: number): string {
  if (ms < 0) return '0 ms';
  if (ms < 100) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Formats a duration to the millisecond: "0 ms", "482 ms", "2.104 s", "1:04.250". */
export function exactDuration(ms: number): string {
  const whole = Math.max(0, Math.round(ms));
  if (whole < 1000) return `${whole} ms`;
  if (whole < 60_000) return `${(whole / 1000).toFixed(3)} s`;
  const rest = whole % 60_000;
  return formatDuration(whole - rest).replace(/00$/u, (rest / 1000).toFixed(3).padStart(6, '0'));
}

/** Formats the age of a pending ask: "just now", "12 s", "4 min", "2 h". */
export function formatAge(ms: number): string {
  if (ms < 3000) return words.justNow;
  if (ms < 60_000) return `${Math.floor(ms / 1000)} s`;
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} min`;
  return `${Math.floor(ms / 3_600_000)} h`;
}
