import type { SessionEvent, SessionEventType, StoredEvent } from './event.ts';

const KNOWN: Readonly<Record<SessionEventType, true>> = {
  'session.created': true,
  'session.resumed': true,
  'session.title': true,
  'session.mode': true,
  'session.model': true,
  'session.effort': true,
  'session.rule': true,
  'session.directory': true,
  'session.worktree': true,
  'skill.used': true,
  'session.prompt': true,
  'session.budget': true,
  'classifier.asked': true,
  'tool.asked_model': true,
  notice: true,
  'message.displayed': true,
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
  'call.changed': true,
  'call.decided': true,
  'call.started': true,
  'call.terminal': true,
  'call.stalled': true,
  'call.continued': true,
  'call.finished': true,
  'elicitation.asked': true,
  'elicitation.answered': true,
  'result.replaced': true,
  'agent.started': true,
  'team.created': true,
  'team.deleted': true,
  'agent.resumed': true,
  'agent.ended': true,
  'hook.started': true,
  'hook.ran': true,
  'agent.reported': true,
  'task.started': true,
  'task.printed': true,
  'task.stalled': true,
  'task.continued': true,
  'task.ended': true,
  'task.reported': true,
  'workflow.started': true,
  'workflow.said': true,
  'workflow.ended': true,
  'workflow.reported': true,
  'todos.updated': true,
  'task_list.changed': true,
  'schedule.added': true,
  'schedule.due': true,
  'schedule.removed': true,
  'trigger.saved': true,
  'trigger.key': true,
  'trigger.ran': true,
  'trigger.removed': true,
  'checkpoint.taken': true,
  'files.restored': true,
  'files.committed': true,
};

/**
 * `parseSessionEvent` for the window, which receives events only from main, and main has validated each when it was appended or read. So
 * only the type is checked: schemas would be a tenth of the first script and cost time for every event. Development and tests validate
 * anyway (`renderer/bridge/contract-check.ts`). `undefined` for an unknown type.
 */
export function knownEvent(stored: StoredEvent): SessionEvent | undefined {
  return isKnown(stored) ? stored : undefined;
}

function isKnown(stored: StoredEvent): stored is SessionEvent {
  return Object.hasOwn(KNOWN, stored.type);
}
