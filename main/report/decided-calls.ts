import { join } from 'node:path';
import { z } from 'zod';
import { EVENTS_FILE } from '#main/session/log.ts';
import { readLogLines } from '#main/session/stream-lines.ts';
import { parseJson } from '#shared/json-limits.ts';
import { callFactsSchema, type CallFacts } from '#shared/permission/facts.ts';

/** The event type is within the first bytes of its line. */
const TYPE_WITHIN_BYTES = 400;
const WANTED = /"type":"call\.decided"/u;
const SESSION_ID = /^[0-9a-f-]{36}$/;

const eventSchema = z.object({
  at: z.number(),
  data: z.object({ callId: z.string(), inputDigest: z.string(), facts: z.unknown().optional() }),
});

export interface DecidedCall {
  readonly callId: string;
  readonly inputDigest: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** `undefined` if they were recorded by another version. */
  readonly facts: CallFacts | undefined;
}

/** The decided calls in a session's log, with one line in memory at a time. None if the session was deleted or can't be read. */
export function* decidedCalls(sessionsDir: string, sessionId: string): Generator<DecidedCall, void, void> {
  if (!SESSION_ID.test(sessionId)) return;
  try {
    for (const { bytes } of readLogLines(join(sessionsDir, sessionId, EVENTS_FILE))) {
      if (!WANTED.test(bytes.toString('latin1', 0, TYPE_WITHIN_BYTES))) continue;
      const event = eventSchema.safeParse(jsonOf(bytes));
      if (!event.success) continue;
      const { at, data } = event.data;
      const facts = callFactsSchema.safeParse(data.facts);
      yield { callId: data.callId, inputDigest: data.inputDigest, at, facts: facts.success ? facts.data : undefined };
    }
  } catch {
    // A log that can't be read: its calls are counted as unknown.
  }
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return parseJson(bytes.toString('utf8'));
  } catch {
    // A damaged line is no event.
    return undefined;
  }
}
