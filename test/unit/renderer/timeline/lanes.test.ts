import { expect, it } from 'vitest';
import type { CallRow } from '#shared/session/view.ts';
import { NO_MODEL_WORK } from '../../../../renderer/calls/model-work.ts';
import { toAxis } from '../../../../renderer/timeline/axis/time-axis.ts';
import { LaneCache, type Lane } from '../../../../renderer/timeline/turns/lanes.ts';
import type { Turn } from '../../../../renderer/calls/turns.ts';
import { ran, row } from './rows.ts';

const turn = (id: string, running = false): Turn => ({ id, text: id, startedAt: 0, running, pauses: [] });
/** Where a call is drawn, as fractions of the width. */
const drawn = ({ scale, window }: Lane, { queuedAt, finishedAt = 0 }: CallRow) =>
  [queuedAt, finishedAt].map((time) => (toAxis(scale, time) - window.from) / window.span);

function lane(lanes: ReadonlyMap<string, Lane>, id: string): Lane {
  const found = lanes.get(id);
  if (!found) throw new Error(`No lane of ${id}`);
  return found;
}

it('draws a short turn as large as a long one, without the time between them', () => {
  const [short, long] = [ran('a', 0, 4000), ran('b', 900_000, 1_800_000)];
  const lanes = new LaneCache().lanes([[short], [long]], [turn('one'), turn('two')], true, 2_000_000);
  const bars = [drawn(lane(lanes, 'one'), short), drawn(lane(lanes, 'two'), long)];
  expect(bars.map((bar) => bar.map((share) => share.toFixed(2)))).toEqual([
    ['0.00', '0.96'],
    ['0.00', '0.96'],
  ]);
});

it('keeps the lane of a turn that is over while later turns come', () => {
  const cache = new LaneCache();
  const first = [ran('a', 0, 40), ran('b', 60, 90)];
  const before = cache.lanes([first], [turn('one')], true, 100);
  const later = row('c', { queuedAt: 5000, startedAt: 5000, state: 'running' });
  const after = cache.lanes([[...first], [later]], [turn('one'), turn('two', true)], true, 6000);
  expect(after.get('one')).toBe(before.get('one'));
});

it('grows the window of a running turn in steps', () => {
  const cache = new LaneCache();
  const running = [row('a', { queuedAt: 0, startedAt: 0, state: 'running' })];
  const windows = Array.from(
    { length: 100 },
    (_, step) => lane(cache.lanes([running], [turn('one', true)], true, step * 100), 'one').window,
  );
  expect(new Set(windows).size).toBeLessThan(25);
  expect(windows.every(({ span }, step) => span > step * 100)).toBe(true);
});

it('moves no call when the pause or wait after it grows, or when the next call ends it', () => {
  for (const wait of [false, true]) {
    const cache = new LaneCache();
    const first = ran('a', 0, 1000);
    const asked = row('b', { queuedAt: 1000, askedAt: 1000, state: 'waiting' });
    const place = (rows: readonly CallRow[], now: number) =>
      toAxis(lane(cache.lanes([rows], [turn('one', true)], true, now), 'one').scale, 1000);
    const open = wait ? [first, asked] : [first];
    const next = ran('c', 60_000, 60_010);
    const after = wait
      ? [first, { ...asked, state: 'done' as const, answeredAt: 60_000, startedAt: 60_000, finishedAt: 60_010 }]
      : [first, next];
    expect([place(open, 2000), place([...open], 30_000), place(after, 61_000)]).toEqual([1000, 1000, 1000]);
  }
});

it('counts the calls of a turn, and those that failed', () => {
  const rows = [ran('a', 0, 1), ran('b', 0, 1, { state: 'failed' }), row('c', { finishedAt: 1, state: 'denied' })];
  expect(lane(new LaneCache().lanes([rows], [turn('one')], true, 5), 'one')).toMatchObject({ rows, failed: 1, live: false });
});

it('has one scale for the whole session', () => {
  const rows = [ran('a', 0, 1000), ran('b', 2000, 3000)];
  const session = new LaneCache().session(rows, NO_MODEL_WORK, false, false, 9000);
  expect(rows.flatMap((one) => drawn(session, one)).map((share) => share.toFixed(2))).toEqual(['0.00', '0.32', '0.64', '0.96']);
});
