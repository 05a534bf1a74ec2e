import type { NewSessionEvent } from '#shared/session/event.ts';
import type { ToolView } from '#shared/session/tool-view.ts';

export type Timed = readonly [at: number, NewSessionEvent];

/** Start of the recorded session, so that it continues now. */
export const START = Date.now() - 48_000;

export const view = (kind: ToolView['kind'], title: string, summary: string, outcome?: string): ToolView => ({
  kind,
  title,
  summary,
  ...(outcome !== undefined && { outcome }),
});

/** A call from request to result. Times in milliseconds after the start. */
export function callEvents(
  callId: string,
  toolName: string,
  before: ToolView,
  times: { queued: number; started: number; finished: number },
  result: { outcome?: 'done' | 'failed'; words: string },
): Timed[] {
  return [
    [START + times.queued - 10, block('request-1', { type: 'tool_use', id: callId, name: toolName, input: {} })],
    [
      START + times.queued,
      { type: 'call.queued', data: { callId, messageId: 'request-1', requestId: 'request-1', toolName, view: before, parallel: true } },
    ],
    [START + times.started, { type: 'call.started', data: { callId } }],
    [
      START + times.finished,
      {
        type: 'call.finished',
        data: {
          callId,
          outcome: result.outcome ?? 'done',
          isError: result.outcome === 'failed',
          content: '',
          view: { ...before, outcome: result.words },
          spans: [],
        },
      },
    ],
  ];
}

let index = 0;
export function block(messageId: string, content: Record<string, unknown> & { type: string }): NewSessionEvent {
  index += 1;
  return { type: 'assistant.block', data: { requestId: messageId, messageId, index, block: content } };
}
