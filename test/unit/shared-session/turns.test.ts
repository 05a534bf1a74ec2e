import { expect, it } from 'vitest';
import { applyEvent } from '#shared/session/fold.ts';
import type { EventBody, SessionEvent } from '#shared/session/event.ts';
import { emptySessionView } from '#shared/session/fold/empty-view.ts';

it('keeps where each turn ended, which calls it made and what was spent by then', () => {
  const view = emptySessionView();
  let at = 0;
  const apply = <T extends SessionEvent['type']>(type: T, data: EventBody<T>): void => {
    at += 10;
    applyEvent(view, { id: `e${at}`, seq: at, at, type, data } as SessionEvent);
  };
  const message = (messageId: string) =>
    apply('user.message', { messageId, content: [{ type: 'text', text: messageId }], origin: 'prompt', visibility: 'both' });
  const makeCall = (callId: string) =>
    apply('call.queued', {
      callId,
      messageId: 'm',
      requestId: 'r',
      toolName: 'Read',
      view: { kind: 'read', title: 'Read', summary: callId },
      parallel: true,
    });
  message('one');
  apply('turn.started', { turnId: 't1' });
  makeCall('c1');
  makeCall('c2');
  apply('turn.ended', { turnId: 't1', outcome: 'completed' });
  message('two');
  apply('turn.started', { turnId: 't2' });
  makeCall('c3');
  apply('turn.ended', { turnId: 't2', outcome: 'interrupted' });
  expect(view.turns).toEqual([
    { turnId: 't1', startedAt: 20, endedAt: 50, outcome: 'completed', lastItem: 'one', calls: [0, 2], usdSoFar: 0 },
    { turnId: 't2', startedAt: 70, endedAt: 90, outcome: 'interrupted', lastItem: 'two', calls: [2, 3], usdSoFar: 0 },
  ]);
});
