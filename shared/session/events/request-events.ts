import { z } from 'zod';
import { assistantBlockSchema, usageSchema } from '../content.ts';
import { effortSchema } from '../../model/effort-schemas.ts';

/** A script answers instead of the model, which costs nothing. */
const isScripted = z.literal(true).optional();

/** Requests to the model, and their answers. */
export const requestEvents = {
  /** One attempt; a retry is a new request with its own id and the next `attempt`. */
  'request.started': z.object({
    requestId: z.string(),
    turnId: z.string(),
    attempt: z.number().int().positive(),
    model: z.string(),
    /** What was asked for; absent: the model's default. */
    effort: effortSchema.optional(),
    /** It asks for a summary; its answer isn't part of the conversation. */
    purpose: z.literal('compaction').optional(),
    isScripted,
  }),
  /** The attempt is delayed by `delayMs` from now. A second one with 0: the person ended the pause. */
  'request.retry': z.object({ requestId: z.string(), delayMs: z.number(), reason: z.string() }),
  /** `discarded`: the attempt doesn't count; its blocks are removed from the conversation. */
  'request.ended': z.object({
    requestId: z.string(),
    outcome: z.enum(['ok', 'failed', 'aborted', 'discarded']),
    stopReason: z.string().nullable(),
    usage: usageSchema.nullable(),
    error: z.string().optional(),
  }),
  /** The classifier of auto mode, or a dispatching agent (`coordinator`), asked its model about a call; the result is in the decision. */
  'classifier.asked': z.object({
    model: z.string(),
    stage: z.enum(['fast', 'thinking', 'coordinator']),
    usage: usageSchema.nullable(),
    isScripted,
  }),
  /** A tool made a request outside the conversation. `searches`: web searches that the model's server made and charges for. */
  'tool.asked_model': z.object({
    callId: z.string(),
    model: z.string(),
    usage: usageSchema.nullable(),
    searches: z.number().int().nonnegative(),
  }),
  /** A content block closed; stored verbatim so that requests rebuild byte for byte. `messageId` equals `requestId`: servers' own ids may repeat. */
  'assistant.block': z.object({ requestId: z.string(), messageId: z.string(), index: z.number().int(), block: assistantBlockSchema }),
} as const;
