import { z } from 'zod';
import { assistantBlockSchema, usageSchema } from '../content.ts';

/** Requests to the model, and what it answers. */
export const requestEvents = {
  /** One attempt; a retry is a new request with its own id and `attempt` counted up. */
  'request.started': z.object({
    requestId: z.string(),
    turnId: z.string(),
    attempt: z.number().int().positive(),
    model: z.string(),
    /** It asks for a summary; its answer is no part of the conversation. */
    purpose: z.literal('compaction').optional(),
  }),
  /** The named attempt is waiting `delayMs` before it goes out. */
  'request.retry': z.object({ requestId: z.string(), delayMs: z.number(), reason: z.string() }),
  /** `discarded`: nothing of this attempt counts; its blocks leave the conversation. */
  'request.ended': z.object({
    requestId: z.string(),
    outcome: z.enum(['ok', 'failed', 'aborted', 'discarded']),
    stopReason: z.string().nullable(),
    usage: usageSchema.nullable(),
    error: z.string().optional(),
  }),
  /** The classifier of auto mode asked its model about a call; what it made of the answer stands in the decision. */
  'classifier.asked': z.object({ model: z.string(), stage: z.enum(['fast', 'thinking']), usage: usageSchema.nullable() }),
  /** A content block closed; stored verbatim so that requests rebuild byte for byte. `messageId` equals `requestId`: servers' own ids may repeat. */
  'assistant.block': z.object({ requestId: z.string(), messageId: z.string(), index: z.number().int(), block: assistantBlockSchema }),
} as const;
