import { expect, it } from 'vitest';
import { clockTime, relativeTime } from '../../../../renderer/ui/format.ts';

const NOW = Date.UTC(2026, 4, 20, 12);
const MINUTE = 60_000;

it.each([
  [0, 'now'],
  [20_000, 'now'],
  [5 * MINUTE, '5 minutes ago'],
  [59 * MINUTE, '59 minutes ago'],
  [90 * MINUTE, '1 hour ago'],
  [26 * 60 * MINUTE, 'yesterday'],
  [3 * 24 * 60 * MINUTE, '3 days ago'],
  [-5 * MINUTE, 'now'],
])('%d ms before now: %s', (before, words) => {
  expect(relativeTime(NOW - before, NOW)).toBe(words);
});

it('shows the date for anything older than a week', () => {
  expect(relativeTime(Date.UTC(2026, 4, 3, 12), NOW)).toBe('May 3');
});

it('shows the time in 24 hours, midnight as 00', () => {
  const midnight = new Date(2026, 4, 20).getTime();
  expect(clockTime(midnight + 5000)).toBe('00:00:05');
  expect(clockTime(midnight + 22 * 3_600_000 + 7 * MINUTE)).toBe('22:07:00');
});
