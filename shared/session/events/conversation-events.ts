import { z } from 'zod';
import { instructionSourceSchema } from './session-events.ts';
import { messageExtrasSchema, userContentSchema } from '../content.ts';
import { failedHookSchema } from '../hook-run.ts';

/** Messages, and which of them the model still reads. */
export const conversationEvents = {
  /** A message shown only in the window. */
  notice: z.object({
    level: z.enum(['info', 'warning', 'error']),
    text: z.string(),
    action: z.enum(['retry', 'try_again', 'enter_key', 'raise_budget', 'shorten', 'none']).default('none'),
    /** The background task or failed hook it is about. */
    about: z
      .discriminatedUnion('type', [
        z.object({ type: z.literal('agent'), agentId: z.string() }),
        z.object({ type: z.literal('command'), taskId: z.string() }),
        failedHookSchema,
      ])
      .optional(),
  }),
  /** What a hook shows instead of a text of the main agent. The model keeps its own. */
  'message.displayed': z.object({ messageId: z.string(), index: z.number().int(), text: z.string(), by: z.string() }),
  'turn.started': z.object({ turnId: z.string() }),
  'turn.ended': z.object({
    turnId: z.string(),
    outcome: z.enum(['completed', 'interrupted', 'denied', 'max_turns', 'max_budget', 'stopped', 'failed']),
    /** One sentence for people, on failure. */
    error: z.string().optional(),
  }),
  /** `visibility`: who sees it (SPEC A0). */
  'user.message': z.object({
    messageId: z.string(),
    content: userContentSchema,
    /** `dispatch`: a task or message from another agent; `scheduled`: a prompt that the agent wrote for later. Neither is from a person. */
    origin: z.enum(['prompt', 'queued', 'feedback', 'reminder', 'interruption', 'dispatch', 'attachment', 'scheduled']),
    visibility: z.enum(['both', 'model', 'window']),
    /** If it informs the model of deferred tools (SPEC R5): new and removed names. */
    deferredTools: z.object({ added: z.array(z.string()), gone: z.array(z.string()) }).optional(),
    /** If it has instruction files for what calls have touched. */
    instructions: z.array(instructionSourceSchema).optional(),
    /** If it contains instructions of MCP servers: the digest of each text. */
    servers: z.array(z.object({ server: z.string(), digest: z.string() })).optional(),
    /** If it informs the model of skills: names of new ones, and of those that are gone. */
    skills: z.object({ added: z.array(z.string()), gone: z.array(z.string()) }).optional(),
    /** If it informs the model that plan mode was turned on or off. */
    planMode: z.enum(['on', 'off']).optional(),
    /** An attachment of the previous message: its name in the window, and a note on what the model got of it. */
    attachment: z.object({ name: z.string(), note: z.string() }).optional(),
  }),
  /** A message typed during a turn; it becomes a `user.message` when the turn ends. `scheduled`: nobody typed it, it was due. */
  'user.queued': z.object({
    messageId: z.string(),
    text: z.string(),
    extras: messageExtrasSchema.optional(),
    scheduled: z.literal(true).optional(),
  }),
  /** A queued message was removed before it was sent. */
  'user.unqueued': z.object({ messageId: z.string() }),
  /**
   * From here on the model reads `content`, one user message, instead of everything before `keptFrom`. Nothing is removed from the log, and
   * requests rebuild byte for byte.
   */
  'conversation.compacted': z.object({
    compactionId: z.string(),
    /** `plan`: a person accepted a plan and cleared the context; then `summary` is the plan. */
    trigger: z.enum(['auto', 'manual', 'plan']),
    /** A person's instructions for the summary. */
    instructions: z.string().optional(),
    content: userContentSchema,
    /** The model's own text in `content`, for the window. */
    summary: z.string(),
    /** The message (`messageId`, for an answer its `requestId`) from which on everything is kept; absent: nothing is. */
    keptFrom: z.string().optional(),
    /** Estimated size of the next request. */
    tokensBefore: z.number(),
    tokensAfter: z.number(),
  }),
  /**
   * A person removed the user message `messageId` and everything after it from the conversation: the model no longer reads any of it.
   * Effects of calls remain.
   */
  'conversation.rewound': z.object({ messageId: z.string(), contextTokens: z.number() }),
} as const;
