import { randomUUID } from 'node:crypto';
import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import { isToolUse } from './blocks.ts';
import type { Entry } from './transcript.ts';

/** Whether the model spoke last: a request must not end with its own words, which it would take for its own beginning. */
export function endsInAnswer(entries: readonly Entry[]): boolean {
  const last = entries.at(-1);
  return last?.role === 'assistant' && !last.blocks.some(isToolUse);
}

/** Whether a turn without a new message has something to ask the model. */
export function canAskAgain(entries: readonly Entry[], events: readonly SessionEvent[]): boolean {
  return entries.length > 0 && (!endsInAnswer(entries) || answeredInLastTurn(events));
}

/** Whether the main agent's model has said something since the last turn began. */
function answeredInLastTurn(events: readonly SessionEvent[]): boolean {
  const turn = events.findLastIndex(({ type }) => type === 'turn.started');
  return events.slice(Math.max(turn, 0)).some(({ type, agentId }) => type === 'assistant.block' && agentId === undefined);
}

/** Said to a model whose answer was cut off: Gatehouse was killed, or could not write it down. */
export function goOnReminder(): NewSessionEvent {
  const text = '<system-reminder>Your answer was cut off before it was complete. Go on from where it ended.</system-reminder>';
  return {
    type: 'user.message',
    data: { messageId: randomUUID(), content: [{ type: 'text', text }], origin: 'reminder', visibility: 'model' },
  };
}
