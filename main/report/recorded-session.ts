import { join } from 'node:path';
import { z } from 'zod';
import { EVENTS_FILE } from '#main/session/log.ts';
import { givenTitle } from '#main/session/session-title.ts';
import { readLogLines } from '#main/session/stream-lines.ts';
import { parseJson } from '#shared/json-limits.ts';
import { type Risk, riskSchema } from '#shared/permission/decision.ts';
import { callFactsSchema, type CallFacts } from '#shared/permission/facts.ts';
import { eventBodySchema } from '#shared/session/event.ts';
import { titleFrom } from '#shared/session/fold/fold-conversation.ts';

/** The event type is within the first bytes of its line. */
const TYPE_WITHIN_BYTES = 400;
const WANTED = /"type":"(call\.(?:asked|decided)|agent\.started|session\.title|user\.message)"/u;
const SESSION_ID = /^[0-9a-f-]{36}$/;

const lineSchema = z.object({ at: z.number(), agentId: z.string().optional(), data: z.unknown() });
const decidedSchema = z.object({
  callId: z.string(),
  inputDigest: z.string(),
  facts: z.unknown().optional(),
  decision: z.object({ risk: riskSchema.optional().catch(undefined) }).optional(),
});
const askedSchema = z.object({
  ask: z.object({ callId: z.string(), digest: z.string(), risk: riskSchema.optional().catch(undefined) }),
  facts: z.unknown().optional(),
});

export interface RecordedCall {
  readonly callId: string;
  readonly inputDigest: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** `undefined` if they were recorded by another version. */
  readonly facts: CallFacts | undefined;
  readonly risk: Risk | undefined;
}

/** What a session's log says beside its calls. */
export interface RecordedSession {
  readonly sessionId: string;
  title: string;
  /** What its sub-agents were started for. */
  readonly agents: Map<string, string>;
}

/**
 * Reads a session's log with one line in memory at a time, and passes on its calls: those that were decided, then those that were only asked
 * about. `undefined` if the session was deleted or can't be read to its end.
 */
export function readSession(sessionsDir: string, sessionId: string, onCall: (call: RecordedCall) => void): RecordedSession | undefined {
  if (!SESSION_ID.test(sessionId)) return undefined;
  const dir = join(sessionsDir, sessionId);
  const session: RecordedSession = { sessionId, title: '', agents: new Map() };
  const asked = new Map<string, RecordedCall>();
  try {
    for (const { bytes } of readLogLines(join(dir, EVENTS_FILE))) {
      const type = WANTED.exec(bytes.toString('latin1', 0, TYPE_WITHIN_BYTES))?.[1];
      // Messages may be long, and only the first gives the title.
      if (type === undefined || (type === 'user.message' && session.title !== '')) continue;
      const line = lineSchema.safeParse(jsonOf(bytes));
      if (!line.success) continue;
      if (!type.startsWith('call.')) note(session, type, line.data);
      else if (type === 'call.asked') {
        const call = askedCall(line.data);
        if (call) asked.set(keyOf(call), call);
      } else {
        const call = decidedCall(line.data);
        if (!call) continue;
        asked.delete(keyOf(call));
        onCall(call);
      }
    }
  } catch {
    // A log that can't be read: the rest of its calls are counted as unknown.
    return undefined;
  }
  for (const call of asked.values()) onCall(call);
  session.title = givenTitle(dir) ?? session.title;
  return session;
}

type Line = z.output<typeof lineSchema>;

function note(session: RecordedSession, type: string, { agentId, data }: Line): void {
  switch (type) {
    case 'agent.started': {
      const body = eventBodySchema('agent.started').safeParse(data);
      if (body.success && agentId !== undefined) session.agents.set(agentId, `${body.data.agentType}: ${body.data.description}`);
      return;
    }
    case 'session.title': {
      const body = eventBodySchema('session.title').safeParse(data);
      if (body.success) session.title = body.data.title;
      return;
    }
    default: {
      const body = eventBodySchema('user.message').safeParse(data);
      if (body.success && agentId === undefined) session.title = titleFrom(body.data);
    }
  }
}

function decidedCall({ at, data }: Line): RecordedCall | undefined {
  const body = decidedSchema.safeParse(data);
  if (!body.success) return undefined;
  const { callId, inputDigest, facts, decision } = body.data;
  return { callId, inputDigest, at, facts: factsOf(facts), risk: decision?.risk };
}

/** Without facts it tells nothing that the audit log doesn't. */
function askedCall({ at, data }: Line): RecordedCall | undefined {
  const body = askedSchema.safeParse(data);
  if (!body.success || body.data.facts === undefined) return undefined;
  const { callId, digest, risk } = body.data.ask;
  return { callId, inputDigest: digest, at, facts: factsOf(body.data.facts), risk };
}

function factsOf(facts: unknown): CallFacts | undefined {
  const parsed = callFactsSchema.safeParse(facts);
  return parsed.success ? parsed.data : undefined;
}

function keyOf({ callId, inputDigest }: RecordedCall): string {
  return `${callId}\0${inputDigest}`;
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return parseJson(bytes.toString('utf8'));
  } catch {
    // A damaged line is no event.
    return undefined;
  }
}
