import { expect, it } from 'vitest';
import { emptySessionView } from '#shared/session/fold/empty-view.ts';
import { modelWorkOf, modelWorkTime } from '../../../../renderer/calls/model-work.ts';
import type { Turn } from '../../../../renderer/calls/turns.ts';
import { buildAxis, openFold, toAxis } from '../../../../renderer/timeline/axis/time-axis.ts';
import { LaneCache } from '../../../../renderer/timeline/turns/lanes.ts';
import { modelWorkByTurn } from '../../../../renderer/timeline/turns/model-by-turn.ts';
import { modelPieces } from '../../../../renderer/timeline/turns/model-pieces.ts';
import { ran, row } from './rows.ts';

const turn = (id: string, startedAt: number, running = false): Turn => ({ id, text: id, startedAt, running, pauses: [] });
const work = (...past: (readonly [number, number])[]) => ({ past, since: undefined, pauses: [] });

it('tells the work of the model by turns; that for an agent is part of the turn in which it was started', () => {
  const agent = row('start', { queuedAt: 20 });
  const view = {
    ...emptySessionView(),
    calls: { start: agent },
    agents: {
      helper: {
        agentId: 'helper',
        parentCallId: 'start',
        agentType: 'general',
        description: '',
        model: 'm',
        depth: 1,
        background: true,
        unreported: false,
        state: 'running' as const,
        startedAt: 20,
        tokens: 0,
        calls: 0,
      },
    },
    modelTimes: [
      [0, 20],
      [110, 130],
      [30, 140, 'helper'],
    ] as [number, number, string?][],
    retryPauses: [[140, 150]] as [number, number, string?][],
    openRequests: [{ requestId: 'r', startedAt: 150, from: 150 }],
  };
  expect(modelWorkByTurn(view, [turn('one', 0), turn('two', 100)])).toEqual([
    {
      past: [
        [0, 20],
        [30, 140],
      ],
      since: undefined,
      pauses: [],
    },
    { past: [[110, 130]], since: 150, pauses: [[140, 150]] },
  ]);
  expect(modelWorkTime(modelWorkOf(view), 160)).toBe(20 + 110 + 10);
});

it('begins with the first request, and draws a turn of text alone to scale', () => {
  const axis = buildAxis([ran('a', 3000, 4000)], 9000, true, false, work([0, 3000], [4000, 9000]));
  expect([axis.origin, axis.lastKnown, axis.folds]).toEqual([0, 9000, []]);
  const text = buildAxis([], 90_000, true, false, work([0, 80_000]));
  expect([toAxis(text, 80_000), text.folds]).toEqual([80_000, []]);
});

it('shortens the work of the model only where it leaves no room for the calls', () => {
  const axis = buildAxis([ran('a', 300_000, 320_000)], HOUR, true, false, work([0, 300_000], [320_000, 330_000]));
  expect(axis.folds).toEqual([{ from: 0, to: 300_000, kind: 'model', drawn: 30_000 }]);
});

const HOUR = 3_600_000;

it('moves no call while the model works, nor when it goes on with a call', () => {
  const first = ran('a', 0, 1000);
  const at = (since: number, now: number) => buildAxis([first], now, true, true, { past: [], since, pauses: [] });
  const [early, late] = [at(1010, 1020), at(1010, 100_000)];
  expect(openFold(early)).toMatchObject({ kind: 'model' });
  expect(openFold(late)).toEqual(openFold(early));
  const next = buildAxis([first, ran('b', 100_000, 100_010)], 100_010, true, true, work([1010, 100_000]));
  expect(toAxis(next, 100_000)).toBe(toAxis(late, 100_000));
});

it('ends with the last call while the model waits to try again', () => {
  const axis = buildAxis([ran('a', 0, 1000)], 1500, true, true, { past: [], since: 9000, pauses: [[1000, 9000]] });
  expect(axis.lastKnown).toBe(1000);
  expect(openFold(axis)).toMatchObject({ kind: 'retry', from: 1000 });
});

it('reaches the end of the turn, and shortens the pauses before another attempt as what they are', () => {
  const pauses: [number, number][] = [[2000, 60_000]];
  const axis = buildAxis([ran('a', 0, 1000)], HOUR, true, false, { ...work([1000, 2000], [60_000, 61_000]), pauses }, 61_500);
  expect(axis.lastKnown).toBe(61_500);
  expect(axis.folds).toMatchObject([{ kind: 'retry', from: 2000, to: 60_000 }]);
  const text = buildAxis([], HOUR, true, false, { ...work([0, 10], [9000, 9050]), pauses: [[10, 9000]] }, 9060);
  expect([text.folds, toAxis(text, 9060)]).toEqual([[], 9060]);
});

it('keeps the lane of a turn until its calls or the work of its model change', () => {
  const [cache, turns, rows] = [new LaneCache(), [turn('one', 0)], [[ran('a', 0, 10)]]];
  const lane = (...past: (readonly [number, number])[]) => cache.lanes(rows, turns, true, 100, [work(...past)]).get('one');
  const before = lane([20, 30]);
  expect(lane([20, 30])).toBe(before);
  expect(lane([20, 30], [40, 50])).not.toBe(before);
});

it('draws what can’t be told apart as one piece, and what works now up to now', () => {
  const scale = { origin: 0, folds: [] };
  const window = { from: 0, span: 1000 };
  const many = Array.from({ length: 500 }, (_, index): [number, number] => [index * 2, index * 2 + 1]);
  expect(modelPieces(work(...many), scale, window, 100)).toMatchObject([{ at: 0, worked: 500 }]);
  expect(modelPieces({ ...work([0, 100]), since: 500 }, scale, window, 100)).toEqual([
    { at: 0, width: 0.1, worked: 100 },
    { at: 0.5, width: null, worked: null },
  ]);
  // Another agent's request ended after this one began.
  expect(modelPieces({ ...work([90, 150]), since: 100 }, scale, window, 100)).toEqual([{ at: 0.09, width: null, worked: null }]);
  expect(modelPieces(work([2000, 3000]), scale, window, 100)).toEqual([]);
});
