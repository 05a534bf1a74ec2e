import { expect, it } from 'vitest';
import { applyEvent } from '#shared/session/fold.ts';
import type { EventBody, SessionEvent } from '#shared/session/event.ts';
import { emptySessionView } from '#shared/session/fold/empty-view.ts';

function session() {
  const view = emptySessionView();
  let seq = 0;
  const apply = <T extends SessionEvent['type']>(at: number, type: T, data: EventBody<T>, agentId?: string): void => {
    seq += 1;
    applyEvent(view, { id: `e${seq}`, seq, at, type, data, ...(agentId !== undefined && { agentId }) } as SessionEvent);
  };
  const started = (at: number, requestId: string, agentId?: string) =>
    apply(at, 'request.started', { requestId, turnId: 't', attempt: 1, model: 'claude-sonnet-5' }, agentId);
  const ended = (at: number, requestId: string, outcome: EventBody<'request.ended'>['outcome'], agentId?: string) =>
    apply(at, 'request.ended', { requestId, outcome, stopReason: null, usage: null }, agentId);
  return { view, apply, started, ended };
}

it('keeps when a model worked, also for sub-agents and where the attempt was discarded', () => {
  const { view, started, ended } = session();
  started(10, 'r1');
  started(20, 'r2', 'helper');
  expect(view.openRequests.map(({ from }) => from)).toEqual([10, 20]);
  ended(30, 'r1', 'discarded');
  ended(50, 'r2', 'ok', 'helper');
  started(60, 'r3');
  expect(view.modelTimes).toEqual([
    [10, 30],
    [20, 50, 'helper'],
  ]);
  expect(view.openRequests).toMatchObject([{ requestId: 'r3', from: 60 }]);
});

it('counts neither the pause before a retry nor a request that a killed process left open', () => {
  const { view, apply, started, ended } = session();
  started(0, 'r1');
  apply(0, 'request.retry', { requestId: 'r1', delayMs: 400, reason: 'overloaded' });
  ended(500, 'r1', 'ok');
  started(600, 'r2');
  apply(600, 'request.retry', { requestId: 'r2', delayMs: 400, reason: 'overloaded' });
  ended(700, 'r2', 'aborted');
  started(800, 'r3');
  apply(90_000, 'session.resumed', { pid: 1 });
  expect(view.modelTimes).toEqual([[400, 500]]);
  expect(view.retryPauses).toEqual([
    [0, 400],
    [600, 700],
  ]);
  expect(view.openRequests).toEqual([]);
});

it('counts every attempt, also one that a person didn’t let wait', () => {
  const { view, apply, started, ended } = session();
  started(0, 'r1', 'helper');
  apply(0, 'request.retry', { requestId: 'r1', delayMs: 30_000, reason: 'overloaded' }, 'helper');
  apply(5000, 'request.retry', { requestId: 'r1', delayMs: 0, reason: 'overloaded' }, 'helper');
  ended(9000, 'r1', 'ok', 'helper');
  // An older log doesn't say when.
  started(10_000, 'r2');
  apply(10_000, 'request.retry', { requestId: 'r2', delayMs: 30_000, reason: 'overloaded' });
  ended(15_000, 'r2', 'ok');
  expect(view.modelTimes).toEqual([
    [5000, 9000, 'helper'],
    [10_000, 15_000],
  ]);
  expect(view.retryPauses).toEqual([[0, 5000, 'helper']]);
});
