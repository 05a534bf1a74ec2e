import { randomUUID } from 'node:crypto';
import type { NewSessionEvent } from '#shared/session/event.ts';
import type { AttemptResult } from './attempt.ts';
import type { TurnEnd } from './turn-end.ts';

export type Next =
  | { readonly type: 'go_on' | 'pause'; readonly events: readonly NewSessionEvent[] }
  | { readonly type: 'end'; readonly end: TurnEnd; readonly events: readonly NewSessionEvent[] };

/** What follows from how a whole answer ended. Calls always get their results read, whatever the stop reason says. */
export function afterAnswer({ stopReason, calls, invalidCalls }: AttemptResult, maxTokens: number): Next {
  if (calls > 0) {
    return { type: 'go_on', events: stopReason === 'max_tokens' && invalidCalls > 0 ? [cutOffReminder(maxTokens)] : [] };
  }
  switch (stopReason) {
    case 'pause_turn':
      return { type: 'pause', events: [] };
    case 'max_tokens':
      return {
        type: 'end',
        end: { outcome: 'completed' },
        events: [notice(`The answer was cut off: it reached the limit of ${maxTokens} tokens. Send “continue” to let the model go on.`)],
      };
    case 'refusal':
      return failed('The model declined to answer. Say it differently, or start a new session.');
    case 'model_context_window_exceeded':
      return failed('The conversation no longer fits into what the model can read. Start a new session, and hand over a short summary.');
    default:
      return { type: 'end', end: { outcome: 'completed' }, events: [] };
  }
}

function failed(error: string): Next {
  return { type: 'end', end: { outcome: 'failed', error, action: 'none' }, events: [] };
}

function notice(text: string): NewSessionEvent {
  return { type: 'notice', data: { level: 'warning', text, action: 'none' } };
}

function cutOffReminder(maxTokens: number): NewSessionEvent {
  const text = `<system-reminder>Your last answer was cut off at the limit of ${maxTokens} tokens in the middle of a tool call, which could not be run. Make the call again with less in it: write large files in several steps.</system-reminder>`;
  return {
    type: 'user.message',
    data: { messageId: randomUUID(), content: [{ type: 'text', text }], origin: 'reminder', visibility: 'model' },
  };
}
