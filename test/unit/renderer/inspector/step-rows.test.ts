import { expect, it } from 'vitest';
import type { Span } from '#shared/session/call-record.ts';
import { waitTime } from '../../../../renderer/calls/call-times.ts';
import { stepRows, waitsOfCall } from '../../../../renderer/inspector/step-rows.ts';
import { row } from '../timeline/rows.ts';

it('places the steps of a call over its time', () => {
  expect(
    stepRows(
      [
        { step: 'validate', start: 1000, end: 1000, outcome: 'ok' },
        { step: 'call', start: 1025, end: 1100, outcome: 'failed' },
      ],
      [],
    ),
  ).toEqual([
    { step: 'validate', outcome: 'ok', duration: 0, from: 0, width: 0 },
    { step: 'call', outcome: 'failed', duration: 75, from: 0.25, width: 0.75 },
  ]);
  expect(stepRows([], [[0, 5]])).toEqual([]);
});

it('says what of the steps was waiting: before the turn, for an answer and for input, which is all that the call waited', () => {
  const call = row('a', {
    askedAt: 100,
    answeredAt: 134,
    startedAt: 135,
    finishedAt: 200,
    inputWaits: [
      [150, 160],
      [170, 175],
    ],
  });
  const spans: Span[] = [
    { step: 'lookup', start: 113, end: 113, outcome: 'ok' },
    { step: 'permission', start: 113, end: 135, outcome: 'ok' },
    { step: 'call', start: 135, end: 200, outcome: 'ok' },
    { step: 'result', start: 200, end: 200, outcome: 'ok' },
  ];
  const rows = stepRows(spans, waitsOfCall(call));
  expect(rows.map(({ step, duration, from, width }) => [step, duration, from * 100, Math.round(width * 100)])).toEqual([
    [{ type: 'waitedBefore' }, 13, 0, 13],
    ['lookup', 0, 13, 0],
    ['permission', 22, 13, 22],
    [{ type: 'waited' }, 21, 13, 21],
    ['call', 65, 35, 65],
    [{ type: 'waited' }, 15, 50, 25],
    ['result', 0, 100, 0],
  ]);
  const waited = rows.flatMap(({ step, duration }) => (typeof step === 'string' ? [] : [duration]));
  expect(waited.reduce((sum, each) => sum + each)).toBe(waitTime(call, 200));
});

it('leaves out the end of a wait that reaches into the next step', () => {
  const spans: Span[] = [
    { step: 'call', start: 0, end: 1000, outcome: 'stopped' },
    { step: 'result', start: 1000, end: 1000.4, outcome: 'ok' },
  ];
  expect(stepRows(spans, [[500, 1001]]).map(({ step }) => step)).toEqual(['call', { type: 'waited' }, 'result']);
});
