import { describe, expect, it } from 'vitest';
import { authorsOf, callsByCheckpoint } from '#main/engine/change-authors.ts';
import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import type { ToolKind } from '#shared/session/tool-view.ts';

const LEFT_OUT = { total: 0, items: [] };

function checkpoint(checkpointId: string, phase: 'before' | 'after'): NewSessionEvent[] {
  const counts = { files: 0, changed: 0, bytes: 0 };
  return [{ type: 'checkpoint.taken', data: { checkpointId, turnId: null, messageId: null, phase, tree: '', counts, leftOut: LEFT_OUT } }];
}

function queued(callId: string, kind: ToolKind, input: object): NewSessionEvent[] {
  const block = { type: 'tool_use' as const, id: callId, name: 'Tool', input };
  const view = { kind, title: 'Do', summary: '' };
  return [
    { type: 'assistant.block', data: { requestId: 'r', messageId: 'r', index: 0, block } },
    { type: 'call.queued', data: { callId, messageId: 'r', requestId: 'r', toolName: 'Tool', view, parallel: false } },
  ];
}

const ran = (callId: string): NewSessionEvent => ({ type: 'call.started', data: { callId } });

function times(...events: NewSessionEvent[]) {
  const stored = events.map((event, index): SessionEvent => ({ ...event, id: `e${index}`, seq: index + 1, at: index }));
  return callsByCheckpoint(stored, '/project');
}

const file = (path: string, ...agentPeriods: string[]) => ({ path, from: null, agentPeriods });

describe('the author of a change', () => {
  const found = times(
    ...queued('edit', 'edit', { file_path: '/project/a.txt' }),
    ...queued('command', 'command', { command: 'make' }),
    ...checkpoint('c1', 'before'),
    ran('edit'),
    ran('command'),
    ...checkpoint('c2', 'after'),
    ...queued('read', 'read', { file_path: '/project/a.txt' }),
    ...queued('relative', 'edit', { file_path: './b.txt' }),
    ...queued('denied', 'edit', { file_path: 'a.txt' }),
    ...queued('one', 'command', { command: 'x' }),
    ...queued('two', 'mcp', {}),
    ...checkpoint('c3', 'before'),
    ran('read'),
    ran('relative'),
    ran('one'),
    ran('two'),
  );

  it('is the edit of that file', () => {
    expect(authorsOf(file('a.txt', 'c1'), found)).toEqual([{ callId: 'edit', certain: true }]);
    expect(authorsOf(file('b.txt', 'c3'), found)).toEqual([{ callId: 'relative', certain: true }]);
  });

  it('is the only call that could have changed it, if no edit names it', () => {
    expect(authorsOf(file('made.txt', 'c1'), found)).toEqual([{ callId: 'command', certain: true }]);
  });

  it('is one of several concurrent calls, without denied and read-only ones', () => {
    expect(authorsOf(file('a.txt', 'c3'), found)).toEqual([
      { callId: 'one', certain: false },
      { callId: 'two', certain: false },
    ]);
  });

  it('is no call if it changed while none ran', () => {
    expect(authorsOf(file('a.txt'), found)).toEqual([]);
  });
});
