import { describe, expect, it } from 'vitest';
import type { CallRow } from '#shared/session/view.ts';
import { barSegments, queueTime, waitTime, workTime } from '../../../../renderer/calls/call-times.ts';
import { totals } from '../../../../renderer/timeline/totals.ts';
import { ran, row } from '../timeline/rows.ts';

function drawn(change: Partial<CallRow>): string {
  return barSegments(row('c', change))
    .map((segment) => `${segment.kind} ${segment.start}-${segment.end ?? ''}`)
    .join(', ');
}

describe('barSegments', () => {
  const table: [what: string, change: Partial<CallRow>, segments: string][] = [
    ['just queued', { state: 'queued' }, 'queued 0-'],
    ['waiting for a person', { state: 'waiting', askedAt: 5 }, 'queued 0-5, waiting 5-'],
    ['answered, queued behind another call', { state: 'queued', askedAt: 5, answeredAt: 9 }, 'queued 0-5, waiting 5-9, queued 9-'],
    ['running', { state: 'running', startedAt: 3 }, 'queued 0-3, running 3-'],
    ['running immediately', { state: 'running', startedAt: 0 }, 'running 0-'],
    [
      'done after an answer',
      { state: 'done', askedAt: 5, answeredAt: 9, startedAt: 12, finishedAt: 20 },
      'queued 0-5, waiting 5-9, queued 9-12, done 12-20',
    ],
    [
      'asked again after an edit',
      { state: 'waiting', askedAt: 12, earlierWaits: [[5, 10]] },
      'queued 0-5, waiting 5-10, queued 10-12, waiting 12-',
    ],
    [
      'done after two questions',
      { state: 'done', askedAt: 10, answeredAt: 14, startedAt: 15, finishedAt: 20, earlierWaits: [[5, 10]] },
      'queued 0-5, waiting 5-10, waiting 10-14, queued 14-15, done 15-20',
    ],
    [
      'waiting for input',
      {
        state: 'running',
        startedAt: 0,
        inputWaits: [
          [5, 8],
          [12, null],
        ],
      },
      'running 0-5, waiting 5-8, running 8-12, waiting 12-',
    ],
    [
      'stopped while it waited for input',
      { state: 'cancelled', startedAt: 0, finishedAt: 20, inputWaits: [[12, null]] },
      'cancelled 0-12, waiting 12-20',
    ],
    ['failed', { state: 'failed', startedAt: 0, finishedAt: 4 }, 'failed 0-4'],
    ['done in no time', { state: 'done', startedAt: 0, finishedAt: 0 }, 'done 0-0'],
    ['denied by a rule', { state: 'denied', finishedAt: 0 }, 'denied 0-0'],
    ['denied by a person', { state: 'denied', askedAt: 1, answeredAt: 8, finishedAt: 8 }, 'queued 0-1, waiting 1-8, denied 8-8'],
    ['cancelled in the queue', { state: 'cancelled', finishedAt: 6 }, 'queued 0-6, cancelled 6-6'],
    ['cancelled while waiting', { state: 'cancelled', askedAt: 2, finishedAt: 6 }, 'queued 0-2, waiting 2-6, cancelled 6-6'],
    ['cancelled while running', { state: 'cancelled', startedAt: 2, finishedAt: 6 }, 'queued 0-2, cancelled 2-6'],
    ['a clock set back', { state: 'done', startedAt: 5, finishedAt: 2 }, 'queued 0-5, done 5-5'],
  ];
  it.each(table)('%s', (_what, change, expected) => expect(drawn(change)).toBe(expected));
});

it('excludes waiting from a call’s duration', () => {
  const done = row('c', { askedAt: 10, answeredAt: 110, startedAt: 120, finishedAt: 150 });
  expect([workTime(done, 999), waitTime(done, 999)]).toEqual([30, 100]);
  const twice = row('c', { askedAt: 60, answeredAt: 110, startedAt: 120, finishedAt: 150, earlierWaits: [[10, 50]] });
  expect([workTime(twice, 999), waitTime(twice, 999), queueTime(twice, 999)]).toEqual([30, 90, 30]);
  const typed = row('c', { state: 'running', askedAt: 0, answeredAt: 10, startedAt: 10, inputWaits: [[20, null]] });
  expect([workTime(typed, 60), waitTime(typed, 60), queueTime(typed, 60)]).toEqual([10, 50, 0]);
  const open = row('c', { state: 'waiting', askedAt: 10 });
  expect([workTime(open, 60), waitTime(open, 60)]).toEqual([0, 50]);
});

describe('totals', () => {
  it('sums up work and the time saved by running in parallel', () => {
    const rows = [ran('a', 0, 100), ran('b', 20, 120), ran('c', 200, 250)];
    expect(totals(rows, 999)).toEqual({ work: 250, waiting: 0, saved: 80, calls: 3 });
  });

  it('counts waiting once when several calls wait at the same time', () => {
    const rows = [row('a', { askedAt: 0, answeredAt: 100, finishedAt: 100 }), row('b', { state: 'waiting', askedAt: 50 })];
    expect(totals(rows, 200).waiting).toBe(200);
  });

  it('counts what a command waited for input as waiting, not as work', () => {
    const rows = [row('a', { state: 'running', startedAt: 0, inputWaits: [[10, null]] }), ran('b', 0, 30)];
    expect(totals(rows, 100)).toMatchObject({ work: 40, waiting: 70, saved: 10 });
  });

  it('measures running calls up to now', () => {
    expect(totals([row('a', { state: 'running', startedAt: 100 })], 160).work).toBe(60);
  });
});
