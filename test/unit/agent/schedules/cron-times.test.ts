import { describe, expect, it } from 'vitest';
import { cronTimes, nextRun } from '#main/agent/schedules/cron-times.ts';
import { cronWords } from '#main/agent/schedules/cron-words.ts';

const at = (text: string): number => new Date(text).getTime();

describe('a cron expression', () => {
  it.each([
    ['*/5 * * * *', '2026-03-04T10:02:30', '2026-03-04T10:05:00'],
    [' 30  14 28 2 * ', '2026-03-04T10:00:00', '2027-02-28T14:30:00'],
    ['0 9 * * 1-5', '2026-03-06T09:00:00', '2026-03-09T09:00:00'],
    ['0,30 8-10/2 * * 0', '2026-03-04T10:00:00', '2026-03-08T08:00:00'],
  ])('%j after %s comes at %s', async (cron, after, next) => {
    expect((await cronTimes(cron)).next(at(after))).toBe(at(next));
  });

  it('may never match', async () => {
    expect((await cronTimes('0 0 30 2 *')).next(at('2026-03-04T10:00:00'))).toBeUndefined();
  });

  it.each(['', '* * * *', '* * * * * *', '@daily', '0 9 * * MON', '0 9 L * *', '61 * * * *', '0 0 0 0 0', '* * * * ?', '1'.repeat(300)])(
    '%j is refused',
    async (cron) => {
      await expect(cronTimes(cron)).rejects.toThrow('is not a cron expression');
    },
  );
});

describe('the offset of a run', () => {
  const after = at('2026-03-04T10:02:00');

  it.each([
    ['00000000', 0],
    ['80000000', 3 * 60_000],
    ['ffffffff', 6 * 60_000],
  ])('of a recurring one grows with its ID %s, to a tenth of the period', async (scheduleId, late) => {
    const next = (await nextRun({ scheduleId, cron: '0 * * * *', recurring: true }, after)) ?? 0;
    expect(Math.abs(next - at('2026-03-04T11:00:00') - late)).toBeLessThan(1000);
  });

  it('is at most 15 minutes', async () => {
    const next = (await nextRun({ scheduleId: 'ffffffff', cron: '0 9 * * *', recurring: true }, after)) ?? 0;
    expect(Math.abs(next - at('2026-03-05T09:15:00'))).toBeLessThan(1000);
  });

  it('starts a single run at a full or half hour up to 90 seconds earlier, and no other run', async () => {
    const once = (cron: string) => nextRun({ scheduleId: 'ffffffff', cron, recurring: false }, after);
    expect(Math.abs(((await once('30 10 * * *')) ?? 0) - at('2026-03-04T10:28:30'))).toBeLessThan(1000);
    expect(await once('31 10 * * *')).toBe(at('2026-03-04T10:31:00'));
    // Never into the past.
    expect(await nextRun({ scheduleId: 'ffffffff', cron: '30 10 * * *', recurring: false }, at('2026-03-04T10:29:30'))).toBe(
      at('2026-03-04T10:30:00'),
    );
  });
});

it.each([
  ['* * * * *', 'every minute'],
  ['*/5 * * * *', 'every 5 minutes'],
  ['7 * * * *', 'every hour at :07'],
  ['0 */2 * * *', 'every 2 hours at :00'],
  ['5 9 * * *', 'every day at 09:05'],
  ['0 9 * * 1-5', 'on weekdays at 09:00'],
  ['0 9 * * 0', 'every Sunday at 09:00'],
  ['30 14 28 2 *', 'on February 28 at 14:30'],
  ['1,2 * * * *', '1,2 * * * *'],
  ['0 9 1 * *', '0 9 1 * *'],
  ['', ''],
])('%j in words: %s', (cron, text) => {
  expect(cronWords(cron)).toBe(text);
});
