import { systemReminder } from '#main/tool/own-tags.ts';
import type { EventBody, NewSessionEvent } from '#shared/session/event.ts';
import { reminderEvent } from '../session/prompt.ts';
import type { AttemptResult } from './attempt.ts';

export interface TurnEnd {
  readonly outcome: EventBody<'turn.ended'>['outcome'];
  /** One or two sentences for people, on failure and when the budget is used up. */
  readonly error?: string;
  readonly action?: EventBody<'notice'>['action'];
  /** Ended early because a message had to go out now. */
  readonly sendsOn?: true;
  /** Queued messages wait for the user. */
  readonly waits?: true;
}

/** On failure: what happened and what to do, for the conversation. */
export function failureNotices({ error, action }: TurnEnd): NewSessionEvent[] {
  return error === undefined ? [] : [{ type: 'notice', data: { level: 'error', text: error, action: action ?? 'none' } }];
}

export function turnEnded(turnId: string, { outcome, error }: TurnEnd): NewSessionEvent {
  return { type: 'turn.ended', data: { turnId, outcome, ...(error !== undefined && { error }) } };
}

/** Shown when compaction failed or is turned off. */
const TOO_LONG =
  'The conversation no longer fits into the model’s context window. Shorten it with /compact, or edit the last message and ask for less at once.';

type Next =
  | { readonly type: 'go_on' | 'pause'; readonly events: readonly NewSessionEvent[] }
  | { readonly type: 'end'; readonly end: TurnEnd; readonly events: readonly NewSessionEvent[] };

/** What to do after a complete answer. Results of calls are always sent back, whatever the stop reason. */
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
        events: [notice(`The response was cut off: it reached the limit of ${maxTokens} tokens. Send “continue” to let the model go on.`)],
      };
    case 'refusal':
      return failed('The model declined to answer. Rephrase your message, or start a new session.');
    case 'model_context_window_exceeded':
      return failed(TOO_LONG);
    default:
      return { type: 'end', end: { outcome: 'completed' }, events: [] };
  }
}

/** The answer stopped because the context window is full, and it contains no calls. */
export function wasCutOffByLength({ stopReason, calls }: AttemptResult): boolean {
  return stopReason === 'model_context_window_exceeded' && calls === 0;
}

export function lengthReminder(): NewSessionEvent {
  return reminder(
    'Your last response was cut off because the conversation had become too long. It has been compacted since. Go on where the response stopped.',
  );
}

function failed(error: string): Next {
  return { type: 'end', end: { outcome: 'failed', error, action: 'none' }, events: [] };
}

function notice(text: string): NewSessionEvent {
  return { type: 'notice', data: { level: 'warning', text, action: 'none' } };
}

function cutOffReminder(maxTokens: number): NewSessionEvent {
  return reminder(
    `Your last response was cut off at the limit of ${maxTokens} tokens in the middle of a tool call, which could not be run. Make the call again with less in it: write large files in several steps.`,
  );
}

function reminder(words: string): NewSessionEvent {
  return reminderEvent(systemReminder(words));
}
