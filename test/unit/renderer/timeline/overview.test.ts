import { describe, expect, it } from 'vitest';
import { exactDuration } from '../../../../renderer/time/exact-duration.ts';
import { lineAt, overviewColumns } from '../../../../renderer/timeline/overview/overview.ts';
import { queueTime } from '../../../../renderer/calls/call-times.ts';
import { buildAxis } from '../../../../renderer/timeline/axis/time-axis.ts';
import { pan } from '../../../../renderer/timeline/axis/time-window.ts';
import { ran, row } from './rows.ts';

const scale = { origin: 0, folds: [] };

describe('the overview', () => {
  it('counts parallel calls in each column', () => {
    const rows = [ran('a', 0, 50), ran('b', 30, 99), row('c', { queuedAt: 90 })];
    expect(overviewColumns(rows, scale, 100, 10, 100).map(({ running }) => running)).toEqual([1, 1, 1, 2, 2, 2, 1, 1, 1, 1]);
  });

  it('marks waiting and failures at their time', () => {
    const rows = [
      ran('a', 60, 80, { queuedAt: 0, askedAt: 10, answeredAt: 55, state: 'failed' }),
      row('b', { queuedAt: 20, finishedAt: 25, state: 'denied' }),
    ];
    const columns = overviewColumns(rows, scale, 100, 10, 100);
    expect(columns.flatMap(({ waiting }, index) => (waiting ? [index] : []))).toEqual([1, 2, 3, 4, 5]);
    expect(columns.flatMap(({ failed }, index) => (failed ? [index] : []))).toEqual([2, 8]);
  });

  it('extends to now while something runs, and shows a single moment', () => {
    expect(overviewColumns([row('a', { startedAt: 50, state: 'running' })], scale, 100, 4, 100).map(({ running }) => running)).toEqual([
      0, 0, 1, 1,
    ]);
    expect(overviewColumns([ran('a', 0, 0)], scale, 0, 2, 0).map(({ running }) => running)).toEqual([1, 0]);
  });

  it('maps a position to the first call there, with folded pauses', () => {
    const rows = [ran('a', 0, 1000), ran('b', 600_000, 601_000), ran('c', 602_000, 603_000)];
    const axis = buildAxis(rows, 603_000, true, false);
    const calls = Object.fromEntries(rows.map((one) => [one.callId, one]));
    const turn = { id: 'm', text: '', startedAt: 0, running: false, pauses: [] };
    const entries = [{ turn }, ...rows.map(({ callId }) => ({ callId, level: 1, hasChildren: false, context: false }))];
    expect([0, 500, 1500, 1e9].map((at) => lineAt(entries, calls, axis, at))).toEqual([1, 2, 2, 3]);
  });
});

it.each([
  ['moves by a fraction', { from: 100, span: 50 }, 0.2, 1000, 110],
  ['back', { from: 100, span: 50 }, -1, 1000, 50],
  ['not before the start', { from: 0, span: 100 }, -9, 1000, -50],
  ['not past the end', { from: 900, span: 100 }, 9, 1000, 950],
  ['of an empty timeline does nothing', { from: 0, span: 100 }, 3, 0, -50],
])('panning %s', (_what, window, share, end, from) => expect(pan(window, share, end)).toEqual({ from, span: window.span }));

it.each([
  [0, '0 ms'],
  [482.4, '482 ms'],
  [2104, '2.104 s'],
  [59_999, '59.999 s'],
  [64_250, '1 min 4.250 s'],
  [3_600_005, '1 h 0 min 0.005 s'],
])('%d ms are exactly %s', (ms, words) => expect(exactDuration(ms)).toBe(words));

it('queueing is counted before and after a question', () => {
  expect(queueTime(row('a', { queuedAt: 0, askedAt: 10, answeredAt: 100, startedAt: 130, finishedAt: 200 }), 500)).toBe(40);
  expect(queueTime(row('a', { queuedAt: 0, state: 'queued' }), 500)).toBe(500);
});
