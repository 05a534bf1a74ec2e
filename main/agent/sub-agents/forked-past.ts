import type { SessionEvent, SessionEventType } from '#shared/session/event.ts';
import { isToolUse } from '../request/blocks.ts';

/** Event types that make up an agent's conversation with its model. */
const INHERITED_BY_FORK: ReadonlySet<SessionEventType> = new Set<SessionEventType>([
  'session.prompt',
  'user.message',
  'request.started',
  'request.ended',
  'assistant.block',
  'call.queued',
  'call.finished',
  'result.replaced',
  'conversation.compacted',
  'conversation.rewound',
]);

const STARTED_YOU = 'This call started you: you are the fork, and what follows is your task.';
const STILL_OPEN = 'This call was still running when you were forked. Its result goes to the agent you were forked from.';

/**
 * The conversation a fork inherits: that of its parent at the time of the call, with the fork's agent id. Read from the log, so that it
 * is the same after a restart. Empty for an agent that isn't a fork.
 */
export function forkedPast(events: readonly SessionEvent[], agentId: string): SessionEvent[] {
  const at = events.findIndex((event) => event.type === 'agent.started' && event.agentId === agentId);
  const started = events[at];
  if (started?.type !== 'agent.started' || started.data.forked !== true) return [];
  const { parentAgentId, parentCallId } = started.data;
  const past = events.slice(0, at).filter((event) => event.agentId === parentAgentId && INHERITED_BY_FORK.has(event.type));
  const answered = new Set(past.flatMap((event) => (event.type === 'call.finished' ? [event.data.callId] : [])));
  const open = past.flatMap((event) =>
    event.type === 'assistant.block' && isToolUse(event.data.block) && !answered.has(event.data.block.id) ? [event.data.block.id] : [],
  );
  const answers = open.map((callId): SessionEvent => ({
    id: started.id,
    seq: started.seq,
    at: started.at,
    type: 'call.finished',
    data: {
      callId,
      outcome: 'done',
      isError: false,
      content: callId === parentCallId ? STARTED_YOU : STILL_OPEN,
      view: { kind: 'other', title: '', summary: '' },
      spans: [],
    },
  }));
  return [...past, ...answers].map((event) => ({ ...event, agentId }));
}
