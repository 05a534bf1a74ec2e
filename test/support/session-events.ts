import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import type { AssistantBlock } from '#shared/session/content.ts';

/** Events as a log returns them: numbered, one second apart. */
export function numbered(events: readonly NewSessionEvent[]): SessionEvent[] {
  return events.map((event, index) => ({ ...event, id: `ev_${index + 1}`, seq: index + 1, at: (index + 1) * 1000 }));
}

export function userSaid(text: string, visibility: 'both' | 'model' | 'window' = 'both'): NewSessionEvent {
  return { type: 'user.message', data: { messageId: `m_${text}`, content: [{ type: 'text', text }], origin: 'prompt', visibility } };
}

export function answered(requestId: string, ...blocks: AssistantBlock[]): NewSessionEvent[] {
  return blocks.map((block, index) => ({ type: 'assistant.block', data: { requestId, messageId: requestId, index, block } }));
}

export function ended(requestId: string, outcome: 'ok' | 'failed' | 'aborted' | 'discarded'): NewSessionEvent {
  return { type: 'request.ended', data: { requestId, outcome, stopReason: null, usage: null } };
}

export function finished(callId: string, content: string, isError = false): NewSessionEvent {
  return {
    type: 'call.finished',
    data: { callId, outcome: isError ? 'failed' : 'done', isError, content, view: { kind: 'read', title: 'Read', summary: '' }, spans: [] },
  };
}
