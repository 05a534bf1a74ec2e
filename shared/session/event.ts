import { z } from 'zod';
import { callEvents } from './events/call-events.ts';
import { conversationEvents } from './events/conversation-events.ts';
import { elicitationEvents } from './events/elicitation-events.ts';
import { fileEvents } from './events/file-events.ts';
import { requestEvents } from './events/request-events.ts';
import { sessionEvents } from './events/session-events.ts';
import { scheduleEvents } from './events/schedule-events.ts';
import { taskEvents } from './events/task-events.ts';
import { workflowEvents } from './events/workflow-events.ts';
import { triggerEvents } from './events/trigger-events.ts';

/** The version in the first line of every session file. */
export const SESSION_FORMAT = 'gatehouse-session';
export const SESSION_FORMAT_VERSION = 1;

export const sessionHeaderSchema = z.object({ format: z.literal(SESSION_FORMAT), version: z.number().int().positive() });

/** The body of every event, by type. */
const allBodies = () => ({
  ...sessionEvents,
  ...conversationEvents,
  ...requestEvents,
  ...callEvents,
  ...elicitationEvents,
  ...taskEvents,
  ...workflowEvents,
  ...scheduleEvents,
  ...triggerEvents,
  ...fileEvents,
});

type Body = ReturnType<typeof allBodies>;
let made: Body | undefined;

/** Made when the first is read: a new session only writes events. */
const body = (): Body => (made ??= allBodies());

export type SessionEventType = keyof Body;

const envelope = {
  id: z.string(),
  /** 1 for the first event of a session, then +1 each. */
  seq: z.number().int().positive(),
  /** Epoch milliseconds. */
  at: z.number(),
  /** The sub-agent it belongs to; absent for the main agent. */
  agentId: z.string().optional(),
};

/** Parses the body of one event type. */
export function eventBodySchema<T extends SessionEventType>(type: T): Body[T] {
  return body()[type];
}

export type EventBody<T extends SessionEventType> = z.infer<Body[T]>;

/** A settled fact of a session. Discriminated by `type`; the payload is in `data`. */
export type SessionEvent = {
  [T in SessionEventType]: { id: string; seq: number; at: number; agentId?: string | undefined; type: T; data: EventBody<T> };
}[SessionEventType];

/** What an appender provides; the log adds id, seq and time. */
export type NewSessionEvent = { [T in SessionEventType]: { type: T; data: EventBody<T>; agentId?: string | undefined } }[SessionEventType];

export const storedEventSchema = z.object({ ...envelope, type: z.string(), data: z.unknown() });
export type StoredEvent = z.infer<typeof storedEventSchema>;

/** `undefined` for a type this version doesn't know: such events are kept on disk and skipped by every fold. */
export function parseSessionEvent(value: unknown): SessionEvent | undefined {
  const stored = storedEventSchema.parse(value);
  if (!isSessionEventType(stored.type)) return undefined;
  return { ...stored, type: stored.type, data: body()[stored.type].parse(stored.data) } as SessionEvent;
}

function isSessionEventType(type: string): type is SessionEventType {
  return Object.hasOwn(body(), type);
}
