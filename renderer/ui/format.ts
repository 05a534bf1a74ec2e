const format = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** “12.3K”. */
export function tokenCount(tokens: number): string {
  return format.format(tokens);
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const absolute = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});
const clock = new Intl.DateTimeFormat('en', { hourCycle: 'h23', hour: '2-digit', minute: '2-digit', second: '2-digit' });
const short = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });

const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', day: 'numeric' });

const month = new Intl.DateTimeFormat('en', { month: 'long' });
const monthOfYear = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });

/** "November", with the year where that is another. */
export function monthName(at: number, now: number = Date.now()): string {
  return (new Date(at).getFullYear() === new Date(now).getFullYear() ? month : monthOfYear).format(at);
}

/** "5 minutes ago", "yesterday", "3 Nov". `at` and `now` are epoch milliseconds. */
export function relativeTime(at: number, now: number = Date.now()): string {
  const minutes = Math.round((at - now) / 60_000);
  if (minutes > -1) return 'now';
  if (minutes > -60) return relative.format(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  if (hours > -24) return relative.format(hours, 'hour');
  const days = Math.round(hours / 24);
  return days > -7 ? relative.format(days, 'day') : short.format(at);
}

/** The age in a few characters: "now", "5 min", "3 h", "2 d", "3 Nov". */
export function shortTime(at: number, now: number = Date.now()): string {
  const minutes = Math.round((now - at) / 60_000);
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  if (hours < 24) return `${hours} h`;
  const days = Math.round(hours / 24);
  return days < 7 ? `${days} d` : short.format(at);
}

/** The time of day, without seconds: "22:07". */
export function timeOfDay(at: number): string {
  return clockTime(at).slice(0, -3);
}

/** A day of a month that is named above: "3 Tue". */
export function dayOfMonth(at: number): string {
  return weekday.format(at);
}

/** Date and time, for the tooltip. */
export function absoluteTime(at: number): string {
  return absolute.format(at);
}

/** The time of day in one fixed format: 22:07:58. `at` in epoch milliseconds. */
export function clockTime(at: number): string {
  return clock.format(at);
}
