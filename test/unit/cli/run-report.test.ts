import { describe, expect, it } from 'vitest';
import { RunReport } from '#main/cli/run-report.ts';
import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';

const view = { kind: 'other', title: 'T', summary: '' } as const;
const usage = { input_tokens: 3, output_tokens: 2, cache_creation_input_tokens: 0, cache_read_input_tokens: 1 };

function events(...bodies: NewSessionEvent[]): SessionEvent[] {
  return bodies.map((body, index) => ({ ...body, id: `e${index}`, seq: index + 1, at: index }));
}
const block = (messageId: string, index: number, value: { type: string; [key: string]: unknown }): NewSessionEvent => ({
  type: 'assistant.block',
  data: { requestId: 'r', messageId, index, block: value },
});
const toolUse = (id: string, index: number) => block('m1', index, { type: 'tool_use', id, name: 'Read', input: { file_path: id } });
const finished = (callId: string, outcome: 'done' | 'denied' | 'failed' = 'done'): NewSessionEvent => ({
  type: 'call.finished',
  data: { callId, outcome, isError: outcome !== 'done', content: `result of ${callId}`, view, spans: [] },
});

describe('RunReport', () => {
  it('orders results by tool_use, whatever finishes first', () => {
    const report = new RunReport();
    const due = events(toolUse('a', 0), toolUse('b', 1), toolUse('c', 2), finished('c'), finished('a'), finished('b'))
      .flatMap((event) => report.take(event))
      .flatMap((message) => (message.role === 'user' ? [message.content[0].tool_use_id] : []));
    expect(due).toEqual(['a', 'b', 'c']);
  });

  it('lists only denied calls, with their input', () => {
    const report = new RunReport();
    for (const event of events(toolUse('a', 0), toolUse('b', 1), finished('a', 'denied'), finished('b', 'failed'))) report.take(event);
    expect(report.denials).toEqual([{ tool_name: 'Read', tool_use_id: 'a', tool_input: { file_path: 'a' } }]);
  });

  it('returns the text of the last message and sums up usage', () => {
    const report = new RunReport();
    const ended: NewSessionEvent = { type: 'request.ended', data: { requestId: 'r', outcome: 'ok', stopReason: 'end_turn', usage } };
    const started: NewSessionEvent = { type: 'request.started', data: { requestId: 'r', turnId: 't', attempt: 1, model: 'm' } };
    const log = events(
      started,
      block('m1', 0, { type: 'text', text: 'first' }),
      ended,
      started,
      block('m2', 0, { type: 'text', text: 'se' }),
      block('m2', 1, { type: 'text', text: 'cond' }),
      ended,
    );
    for (const event of log) report.take(event);
    expect(report.result).toBe('second');
    expect(report.requests).toBe(2);
    expect(report.usage).toMatchObject({ input_tokens: 6, output_tokens: 4, cache_read_input_tokens: 2 });
  });
});
