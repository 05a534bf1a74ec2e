import { expect, it } from 'vitest';
import { barWords } from '../../../../renderer/timeline/grid/bar.tsx';
import { ClockSkew } from '../../../../renderer/store/engine-clock.ts';
import { chipParts, decisionChip } from '../../../../renderer/calls/decision-words.ts';
import { formatAge, formatDuration } from '../../../../renderer/time/duration.ts';
import { tickLabel } from '../../../../renderer/timeline/axis/tick-label.ts';
import { row } from './rows.ts';

it.each([
  [-5, '0 ms'],
  [4.4, '4 ms'],
  [99, '99 ms'],
  [840, '0.8 s'],
  [9940, '9.9 s'],
  [9960, '10 s'],
  [12_340, '12 s'],
  [59_400, '59 s'],
  [59_960, '1 min'],
  [84_000, '1 min 24 s'],
  [3_599_700, '1 h'],
  [7_500_000, '2 h 5 min'],
])('writes %f ms as %s', (ms, text) => expect(formatDuration(ms)).toBe(text));

it.each([
  [45_000, 15_000, '45 s'],
  [90_000, 30_000, '1 min 30 s'],
  [7_200_000, 1_800_000, '2 h'],
  [90_100, 100, '1 min 30.1 s'],
  [20, 20, '20 ms'],
])('names %i ms on an axis, in steps of %i ms, %s', (ms, step, text) => expect(tickLabel(ms, step)).toBe(text));

it.each([
  [0, 'just now'],
  [12_900, '12 s'],
  [240_000, '4 min'],
  [7_200_000, '2 h'],
])('writes an age of %i ms as %s', (ms, text) => expect(formatAge(ms)).toBe(text));

it('describes who decided', () => {
  expect(decisionChip(row('a', { state: 'waiting' }))?.text).toBe('asks you');
  expect(decisionChip(row('a', { state: 'queued' }))).toBeUndefined();
  const denied = { behavior: 'deny', reason: 'rule', message: 'Permission has been denied.', rule: 'Read(./.env)' } as const;
  expect(decisionChip(row('a', { decision: denied }))).toMatchObject({ text: 'denied by rule', title: 'Denied by the rule Read(./.env).' });
  expect(decisionChip(row('a', { decision: { behavior: 'allow', reason: 'rule', message: 'Allowed', rule: 'Bash(ls)' } }))).toEqual({
    text: 'rule',
    tone: 'neutral',
    title: 'Allowed\nBash(ls)',
  });
  expect(decisionChip(row('a', { state: 'denied', decision: { behavior: 'deny', reason: 'user', message: 'No' } }))).toMatchObject({
    text: 'denied by you',
    tone: 'danger',
  });
});

it.each([
  [{ behavior: 'allow', reason: 'mode', mode: 'acceptEdits' }, 'accept edits'],
  [{ behavior: 'allow', reason: 'mode' }, 'mode'],
  [{ behavior: 'deny', reason: 'mode', mode: 'plan' }, 'denied by plan mode'],
  [{ behavior: 'deny', reason: 'mode', mode: 'dontAsk' }, 'denied by don’t ask mode'],
  [{ behavior: 'deny', reason: 'hook' }, 'denied by hook'],
  [{ behavior: 'allow', reason: 'hook' }, 'hook'],
  [{ behavior: 'deny', reason: 'outsideWorkingDirectory' }, 'outside folder'],
  [{ behavior: 'allow', reason: 'preapproved' }, 'no approval needed'],
] as const)('names what decided: %j as %s', (decision, text) => {
  expect(decisionChip(row('a', { decision: { ...decision, message: '' } }))?.text).toBe(text);
});

it.each([
  ['no approval needed', 'no approval'],
  ['allowed by you', 'by you'],
  ['denied by don’t ask mode', 'by don’t ask mode'],
  ['outside folder', 'outside folder'],
])('shortens a chip where there is little space: %s', (text, short) => {
  const parts = chipParts(text);
  expect(parts.short).toBe(short);
  expect(parts.verdict + parts.short + parts.rest).toBe(text);
});

it('says of each cancelled call that it was, whether or not that was decided', () => {
  const decision = { behavior: 'deny', reason: 'cancelled', message: 'No longer wanted' } as const;
  const chips = [row('a', { state: 'cancelled' }), row('b', { state: 'cancelled', decision })].map(decisionChip);
  expect(chips).toMatchObject([
    { text: 'cancelled', tone: 'neutral' },
    { text: 'cancelled', tone: 'neutral' },
  ]);
});

it('uses the engine’s clock when it differs', () => {
  const same = new ClockSkew();
  same.observe(990, 1000);
  expect(same.now(2000)).toBe(2000);
  const other = new ClockSkew();
  other.observe(101_000, 1000);
  other.observe(101_400, 1500);
  expect(other.now(2000)).toBe(102_000);
});

it.each([
  [{ askedAt: 4, answeredAt: 2104, startedAt: 2104, finishedAt: 2404 }, 'Queued 4 ms, waited for you 2.1 s, ran 0.3 s'],
  [{ startedAt: 0, finishedAt: 0 }, 'Ran under 1 ms'],
  [{ state: 'denied', finishedAt: 3 } as const, 'Queued 3 ms, denied'],
  [{ state: 'cancelled', finishedAt: 3 } as const, 'Queued 3 ms, cancelled'],
  [{ state: 'cancelled', startedAt: 0, finishedAt: 7000 } as const, 'Ran 7.0 s, stopped'],
  [{ state: 'running', startedAt: 0 } as const, 'Ran until now'],
])('describes a bar', (change, words) => expect(barWords(row('a', change))).toBe(words));
