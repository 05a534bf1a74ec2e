import { randomUUID } from 'node:crypto';
import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import { isToolUse } from './blocks.ts';
import type { Entry } from './transcript.ts';

/** Whether the model spoke last: a request must not end with its own words, which it would take for its own beginning. */
export function endsInAnswer(entries: readonly Entry[]): boolean {
  const last = entries.at(-1);
  return last?.role === 'assistant' && !last.blocks.some(isToolUse);
}

/** Whether the main agent's model has said something since the last turn began. */
export function answeredInLastTurn(events: readonly SessionEvent[]): boolean {
  const turn = events.findLastIndex(({ type }) => type === 'turn.started');
  return events.slice(Math.max(turn, 0)).some(({ type, agentId }) => type === 'assistant.block' && agentId === undefined);
}

/** Said to a model whose answer was cut off when Gatehouse was killed. */
export function goOnReminder(): NewSessionEvent {
  const text = '<system-reminder>Gatehouse stopped before your answer was complete. Go on from where it ended.</system-reminder>';
  return {
    type: 'user.message',
    data: { messageId: randomUUID(), content: [{ type: 'text', text }], origin: 'reminder', visibility: 'model' },
  };
}
