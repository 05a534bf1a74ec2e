import { expect, it } from 'vitest';
import { agentWaits } from '../../../../renderer/calls/agent-waits.ts';
import { barSegments, waitTime, workTime } from '../../../../renderer/calls/call-times.ts';
import { turnTime } from '../../../../renderer/calls/turn-time.ts';
import { ran, row } from '../timeline/rows.ts';

const ROWS = [
  ran('agent', 0, 100),
  ran('a', 30, 40, { parentCallId: 'agent', askedAt: 10, answeredAt: 30 }),
  ran('inner', 40, 90, { parentCallId: 'agent' }),
  ran('b', 60, 70, { parentCallId: 'inner', askedAt: 50, answeredAt: 60 }),
  row('c', { parentCallId: 'inner', state: 'denied', askedAt: 55, answeredAt: 65, finishedAt: 65 }),
];

const drawn = (waits = agentWaits(ROWS).get('agent')) =>
  barSegments(ran('agent', 0, 100), waits).map(({ kind, start, end }) => `${kind} ${start}-${end ?? ''}`);

it('finds when the calls of an agent waited, and of those that it started', () => {
  expect([...agentWaits(ROWS)]).toEqual([
    [
      'agent',
      [
        [10, 30],
        [50, 65],
      ],
    ],
    ['inner', [[50, 65]]],
  ]);
  expect(agentWaits([ran('a', 0, 1)]).size).toBe(0);
});

it('draws the waits in an agent’s bar, and counts them apart from its work', () => {
  expect(drawn()).toEqual(['done 0-10', 'waiting 10-30', 'done 30-50', 'waiting 50-65', 'done 65-100']);
  const waits = agentWaits(ROWS).get('agent');
  expect([workTime(ran('agent', 0, 100), 0, waits), waitTime(ran('agent', 0, 100), 0, waits)]).toEqual([65, 35]);
});

it('follows a wait that lasts', () => {
  const agent = row('agent', { state: 'running', startedAt: 0 });
  const waits = agentWaits([agent, row('a', { parentCallId: 'agent', state: 'waiting', askedAt: 10 })]).get('agent');
  expect(barSegments(agent, waits).map(({ kind, end }) => [kind, end])).toEqual([
    ['running', 10],
    ['waiting', null],
  ]);
  expect([workTime(agent, 60, waits), waitTime(agent, 60, waits)]).toEqual([10, 50]);
});

it('has one time for a turn, without the waits in which nothing ran', () => {
  // While “c” still waited, “b” ran.
  expect(turnTime(ROWS, 0, 110)).toEqual({ took: 80, waited: 30 });
  expect(turnTime(ROWS, 0, 110, [[60, 80]])).toEqual({ took: 60, waited: 30 });
  const parallel = [ran('a', 20, 3000, { askedAt: 10, answeredAt: 20 }), ran('b', 3900, 4000, { askedAt: 10, answeredAt: 3900 })];
  expect(turnTime(parallel, 0, 4000)).toEqual({ took: 3090, waited: 910 });
  expect(turnTime([], 5, 3)).toEqual({ took: 0, waited: 0 });
});
