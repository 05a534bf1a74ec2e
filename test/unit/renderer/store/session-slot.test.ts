import { expect, it } from 'vitest';
import type { NewSessionEvent, StoredEvent } from '#shared/session/event.ts';
import { foldSession } from '#shared/session/fold.ts';
import { parseSessionEvent } from '#shared/session/event.ts';
import { emptySlot, withEvents, withFrames, withSnapshot, type SessionSlot } from '../../../../renderer/store/session-slot.ts';

const view = { kind: 'read', title: 'Read', summary: 'a.ts' } as const;

const log: NewSessionEvent[] = [
  { type: 'session.created', data: { sessionId: 's', projectDir: '/p', model: 'm', mode: 'default', client: 'scripted' } },
  { type: 'turn.started', data: { turnId: 't' } },
  { type: 'call.queued', data: { callId: 'c1', messageId: 'r', requestId: 'r', toolName: 'Read', view, parallel: true } },
  { type: 'call.queued', data: { callId: 'c2', messageId: 'r', requestId: 'r', toolName: 'Read', view, parallel: true } },
  { type: 'call.started', data: { callId: 'c1' } },
  { type: 'assistant.block', data: { requestId: 'r', messageId: 'r', index: 0, block: { type: 'text', text: 'Done.' } } },
  { type: 'call.finished', data: { callId: 'c1', outcome: 'done', isError: false, content: '', view, spans: [] } },
];
const stored: StoredEvent[] = log.map((event, at) => ({ ...event, id: `e${at}`, seq: at + 1, at: at + 100 }));

function event(at: number): StoredEvent {
  const found = stored[at];
  if (!found) throw new Error(`No event ${at}`);
  return found;
}

function fold(slot: SessionSlot, events: readonly StoredEvent[]): SessionSlot {
  const next = withEvents(slot, events);
  if (next === 'gap') throw new Error('unexpected gap');
  return next;
}

it('equals the engine’s view, however the events are batched', () => {
  const whole = foldSession(stored.flatMap((event) => parseSessionEvent(event) ?? []));
  expect(fold(emptySlot(), stored).view).toEqual(whole);
  expect(stored.reduce((slot, event) => fold(slot, [event]), emptySlot()).view).toEqual(whole);
});

it('ignores known events, and reports missing ones', () => {
  const slot = fold(emptySlot(), stored.slice(0, 4));
  expect(fold(slot, stored.slice(1, 4)).view.seq).toBe(4);
  expect(withEvents(slot, stored.slice(5))).toBe('gap');
});

it('skips events of a newer version without asking for a snapshot', () => {
  const slot = fold(emptySlot(), [...stored.slice(0, 2), { id: 'x', seq: 3, at: 5, type: 'from.the.future', data: {} }]);
  expect(slot.view.seq).toBe(3);
  expect(fold(slot, [{ ...event(2), seq: 4 }]).view.callOrder).toEqual(['c1']);
});

it('keeps unchanged rows and lists as the same objects', () => {
  const before = fold(emptySlot(), stored.slice(0, 4));
  const c2 = before.view.calls['c2'];
  const c1 = before.view.calls['c1'];
  const after = fold(before, [event(4)]);
  expect(after.view.calls['c2']).toBe(c2);
  expect(after.view.calls['c1']).not.toBe(c1);
  expect(after.view.callOrder).toBe(before.view.callOrder);
  expect(after.view.items).toBe(before.view.items);
});

it('drops live text when its block closes, and progress when its call ends', () => {
  const running = withFrames(fold(emptySlot(), stored.slice(0, 5)), [
    { type: 'text', messageId: 'r', index: 0, kind: 'text', offset: 0, text: 'Do' },
    { type: 'progress', callId: 'c1', progress: { text: '3 files' } },
  ]);
  expect(running.live).toHaveLength(1);
  expect(running.progress['c1']?.text).toBe('3 files');
  const closed = fold(running, [event(5)]);
  expect(closed.live).toEqual([]);
  const ended = fold(closed, [event(6)]);
  expect(ended.progress).toEqual({});
  expect(withFrames(ended, [{ type: 'progress', callId: 'c1', progress: { text: 'too late' } }])).toBe(ended);
});

it('keeps live text over a snapshot only while the request still runs', () => {
  const live = withFrames(fold(emptySlot(), stored), [{ type: 'text', messageId: 'r2', index: 0, kind: 'text', offset: 0, text: 'Do' }]);
  const open = { ...live.view, request: { requestId: 'r2', startedAt: 1, retry: null } };
  expect(withSnapshot(live, open).live).toHaveLength(1);
  expect(withSnapshot(live, { ...open, request: null }).live).toEqual([]);
});
