import type { SessionEvent, SessionEventType, StoredEvent } from './event.ts';

const KNOWN: Readonly<Record<SessionEventType, true>> = {
  'session.created': true,
  'session.resumed': true,
  'session.title': true,
  'session.mode': true,
  'session.model': true,
  'session.rule': true,
  'session.directory': true,
  'session.prompt': true,
  'session.budget': true,
  'classifier.asked': true,
  notice: true,
  'turn.started': true,
  'turn.ended': true,
  'user.message': true,
  'user.queued': true,
  'user.unqueued': true,
  'conversation.compacted': true,
  'conversation.rewound': true,
  'request.started': true,
  'request.retry': true,
  'request.ended': true,
  'assistant.block': true,
  'call.queued': true,
  'call.asked': true,
  'call.answered': true,
  'call.decided': true,
  'call.started': true,
  'call.terminal': true,
  'call.finished': true,
  'result.replaced': true,
  'agent.started': true,
  'agent.resumed': true,
  'agent.ended': true,
  'hook.started': true,
  'hook.ran': true,
  'agent.reported': true,
  'task.started': true,
  'task.stalled': true,
  'task.ended': true,
  'task.reported': true,
  'todos.updated': true,
  'checkpoint.taken': true,
  'files.restored': true,
};

/**
 * `parseSessionEvent` for the window, which hears only main, and main has checked each event when it was appended or read. So only the type
 * is looked at: schemas would be a tenth of the first script and cost time for every event. Development and tests check all the same
 * (`renderer/bridge/contract-check.ts`). `undefined` for a type this version doesn't know.
 */
export function trustedEvent(stored: StoredEvent): SessionEvent | undefined {
  return isKnown(stored) ? stored : undefined;
}

function isKnown(stored: StoredEvent): stored is SessionEvent {
  return Object.hasOwn(KNOWN, stored.type);
}
