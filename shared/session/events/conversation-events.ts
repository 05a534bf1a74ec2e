import { z } from 'zod';
import { messageExtrasSchema, userContentSchema } from '../content.ts';

/** What is said, and what of it the model still reads. */
export const conversationEvents = {
  /** Something only the window shows. */
  notice: z.object({
    level: z.enum(['info', 'warning', 'error']),
    text: z.string(),
    action: z.enum(['retry', 'try_again', 'enter_key', 'raise_budget', 'shorten', 'none']).default('none'),
    /** The task in the background it tells of. */
    about: z
      .discriminatedUnion('type', [
        z.object({ type: z.literal('agent'), agentId: z.string() }),
        z.object({ type: z.literal('command'), taskId: z.string() }),
      ])
      .optional(),
  }),
  'turn.started': z.object({ turnId: z.string() }),
  'turn.ended': z.object({
    turnId: z.string(),
    outcome: z.enum(['completed', 'interrupted', 'denied', 'max_turns', 'max_budget', 'stopped', 'failed']),
    /** One sentence for people, on failure. */
    error: z.string().optional(),
  }),
  /** `visibility` says who sees it (SPEC A0). */
  'user.message': z.object({
    messageId: z.string(),
    content: userContentSchema,
    /** `dispatch`: the task, or a later word, that one agent gave another; never a person's. */
    origin: z.enum(['prompt', 'queued', 'feedback', 'reminder', 'interruption', 'dispatch', 'attachment']),
    visibility: z.enum(['both', 'model', 'window']),
    /** Set when it tells the model of deferred tools (SPEC R5): the names that are new, and those that are gone. */
    deferredTools: z.object({ added: z.array(z.string()), gone: z.array(z.string()) }).optional(),
    /** Set when it tells the model that plan mode is on now, or over. */
    planMode: z.enum(['on', 'off']).optional(),
    /** Of what went along with the message before it: what the window calls it, and what of it the model got. */
    attachment: z.object({ name: z.string(), note: z.string() }).optional(),
  }),
  /** A message typed while a turn runs; it becomes a `user.message` when the turn ends. */
  'user.queued': z.object({ messageId: z.string(), text: z.string(), extras: messageExtrasSchema.optional() }),
  /** A queued message was taken back before it was sent. */
  'user.unqueued': z.object({ messageId: z.string() }),
  /**
   * From here on the model reads `content`, one user message, in place of all that came before `keptFrom`. Nothing leaves the log, and
   * requests rebuild byte for byte.
   */
  'conversation.compacted': z.object({
    compactionId: z.string(),
    /** `plan`: a person accepted a plan and wanted nothing else remembered; then `summary` is the plan. */
    trigger: z.enum(['auto', 'manual', 'plan']),
    /** What a person wanted the summary to keep in view. */
    instructions: z.string().optional(),
    content: userContentSchema,
    /** The model's own words out of `content`, for the window. */
    summary: z.string(),
    /** The message (`messageId`, for an answer its `requestId`) from which on everything stays as it was; absent: nothing does. */
    keptFrom: z.string().optional(),
    /** Estimates of what one request has to carry. */
    tokensBefore: z.number(),
    tokensAfter: z.number(),
  }),
  /** A person took back the user message `messageId` and all that came after it: the model no longer reads any of it. What was done is done. */
  'conversation.rewound': z.object({ messageId: z.string(), contextTokens: z.number() }),
} as const;
