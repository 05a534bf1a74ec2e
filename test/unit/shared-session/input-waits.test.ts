import { expect, it } from 'vitest';
import type { EventBody, SessionEvent } from '#shared/session/event.ts';
import { applyEvent } from '#shared/session/fold.ts';
import { emptySessionView } from '#shared/session/fold/empty-view.ts';
import { callWaits, waitsForInput } from '#shared/session/call-waits.ts';

it('keeps when a command waited for input while it ran', () => {
  const view = emptySessionView();
  const row = () => view.calls['c'] ?? expect.unreachable();
  const apply = <T extends SessionEvent['type']>(at: number, type: T, data: EventBody<T>): void =>
    applyEvent(view, { id: `e${at}`, seq: view.seq + 1, at, type, data } as SessionEvent);
  const tool = { kind: 'command', title: 'Run', summary: 'read' } as const;
  const queued = { callId: 'c', messageId: 'm', requestId: 'r', toolName: 'Bash', view: tool, parallel: false };
  apply(0, 'call.queued', queued);
  apply(10, 'call.started', { callId: 'c' });
  apply(20, 'call.continued', { callId: 'c' });
  expect(row().inputWaits).toBeUndefined();
  apply(30, 'call.stalled', { callId: 'c' });
  apply(40, 'call.stalled', { callId: 'c' });
  expect(waitsForInput(row())).toBe(true);
  apply(50, 'call.continued', { callId: 'c' });
  expect(waitsForInput(row())).toBe(false);
  apply(60, 'call.stalled', { callId: 'c' });
  apply(90, 'call.finished', { callId: 'c', outcome: 'cancelled', isError: true, content: '', view: tool, spans: [] });
  expect(waitsForInput(row())).toBe(false);
  expect(callWaits(row(), 500)).toEqual([
    [30, 50],
    [60, 90],
  ]);
});
