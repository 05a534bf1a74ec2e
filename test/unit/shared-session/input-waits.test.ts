import { expect, it } from 'vitest';
import type { EventBody, SessionEvent } from '#shared/session/event.ts';
import { applyEvent } from '#shared/session/fold.ts';
import { emptySessionView } from '#shared/session/fold/empty-view.ts';
import { callWaits, waitsForInput } from '#shared/session/call-waits.ts';

const tool = { kind: 'command', title: 'Run', summary: 'read' } as const;
const queued = { callId: 'c', messageId: 'm', requestId: 'r', toolName: 'Bash', view: tool, parallel: false };

function session() {
  const view = emptySessionView();
  const row = () => view.calls['c'] ?? expect.unreachable();
  const apply = <T extends SessionEvent['type']>(at: number, type: T, data: EventBody<T>): void =>
    applyEvent(view, { id: `e${at}`, seq: view.seq + 1, at, type, data } as SessionEvent);
  return { view, row, apply };
}

it('keeps when a command waited for input while it ran', () => {
  const { row, apply } = session();
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

it('counts the silence before a wait was noticed, but nothing before the start or what it printed', () => {
  const { row, apply } = session();
  apply(0, 'call.queued', queued);
  apply(10, 'call.started', { callId: 'c' });
  apply(30, 'call.stalled', { callId: 'c', silentMs: 500 });
  apply(50, 'call.continued', { callId: 'c' });
  apply(80, 'call.stalled', { callId: 'c', silentMs: 20 });
  apply(90, 'call.continued', { callId: 'c' });
  apply(95, 'call.stalled', { callId: 'c', silentMs: 20 });
  expect(row().inputWaits).toEqual([
    [10, 50],
    [60, 90],
    [90, null],
  ]);
});

it('knows since when a command in the background waits', () => {
  const { view, apply } = session();
  const terminal = { terminalId: 'x', path: 'x.log', cols: 80, rows: 24 };
  apply(10, 'task.started', { taskId: 't', callId: 'c', command: 'x', description: 'x', terminal, outputFile: '/x', why: 'asked' });
  apply(60, 'task.stalled', { taskId: 't', line: '?', silentMs: 45 });
  apply(70, 'task.stalled', { taskId: 't', line: '?', silentMs: 10 });
  expect(view.tasks['t']?.stalledAt).toBe(15);
  apply(80, 'task.continued', { taskId: 't' });
  expect(view.tasks['t']?.stalledAt).toBeUndefined();
  apply(90, 'task.stalled', { taskId: 't', line: '?' });
  expect(view.tasks['t']?.stalledAt).toBe(90);
});
