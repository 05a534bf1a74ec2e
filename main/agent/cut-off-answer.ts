import { randomUUID } from 'node:crypto';
import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import { isToolUse } from './blocks.ts';
import type { Entry } from './transcript.ts';

/** Whether the last entry is an answer. A request must not end with one: the model would take it for a prefill and continue it. */
export function endsInAnswer(entries: readonly Entry[]): boolean {
  const last = entries.at(-1);
  return last?.role === 'assistant' && !last.blocks.some(isToolUse);
}

/** Whether a turn without a new message has something to ask the model. */
export function canAskAgain(entries: readonly Entry[], events: readonly SessionEvent[]): boolean {
  return entries.length > 0 && (!endsInAnswer(entries) || answeredInLastTurn(events));
}

/** Whether the main agent's model has produced output since the last turn started. */
function answeredInLastTurn(events: readonly SessionEvent[]): boolean {
  const turn = events.findLastIndex(({ type }) => type === 'turn.started');
  return events.slice(Math.max(turn, 0)).some(({ type, agentId }) => type === 'assistant.block' && agentId === undefined);
}

/** Reminder for a model whose answer was cut off by a crash or because it could not be logged. */
export function goOnReminder(): NewSessionEvent {
  const text = '<system-reminder>Your answer was cut off before it was complete. Go on from where it ended.</system-reminder>';
  return {
    type: 'user.message',
    data: { messageId: randomUUID(), content: [{ type: 'text', text }], origin: 'reminder', visibility: 'model' },
  };
}
