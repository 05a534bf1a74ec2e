import { z } from 'zod';
import { nothing, sessionId } from './fields.ts';

const message = { id: z.string(), text: z.string(), at: z.number() };

/** An item in a sub-agent's conversation. Calls are referenced by id and rendered from the session's view. */
const agentItemSchema = z.discriminatedUnion('type', [
  /** A message to the agent; the first is its task. `origin` as in `user.message`. */
  z.object({ type: z.literal('message'), ...message, origin: z.string() }),
  z.object({ type: z.literal('text'), ...message }),
  z.object({ type: z.literal('thinking'), ...message }),
  z.object({ type: z.literal('call'), id: z.string(), callId: z.string(), at: z.number() }),
  /** A notice from Gatehouse: a failed request, a compaction. */
  z.object({ type: z.literal('notice'), ...message, level: z.enum(['info', 'warning', 'error']) }),
]);
export type AgentItem = z.infer<typeof agentItemSchema>;

export const agentConversationSchema = z.object({
  /** Number of items before these. */
  earlier: z.number().int(),
  items: z.array(agentItemSchema),
});
export type AgentConversation = z.infer<typeof agentConversationSchema>;

/** Default and maximum number of conversation items in a response. */
export const AGENT_ITEMS = { usual: 100, most: 1000 } as const;

const triggerId = z.string().max(100);

/** Sub-agents of a session, and what agents want of a person or a program outside. */
export const agentCommands = {
  /** The `last` items of a sub-agent's conversation, and the number of items before them. */
  'agent.conversation': {
    input: z.strictObject({ sessionId, agentId: z.string().max(100), last: z.number().int().positive().max(AGENT_ITEMS.most).optional() }),
    output: agentConversationSchema,
  },
  /**
   * Sends a person's message to a sub-agent. A running one reads it before its next request; one that has ended continues in the background
   * (`resumed`).
   */
  'agent.send': {
    input: z.strictObject({ sessionId, agentId: z.string().max(100), text: z.string().trim().min(1).max(1_000_000) }),
    output: z.object({ resumed: z.boolean() }),
  },
  /** Asks whether this window shows the agent's notification: the first one does. */
  'notice.take': { input: z.strictObject({ noticeId: z.string().max(100) }), output: z.object({ taken: z.boolean() }) },
  /** What a window did about the agent's notification. `user_present`: it has the focus. */
  'notice.answer': {
    input: z.strictObject({ noticeId: z.string().max(100), outcome: z.enum(['shown', 'user_present', 'no_transport']) }),
    output: nothing,
  },
  /**
   * Makes the key for a webhook of the agent's, in place of the one before. The window shows it once; Gatehouse keeps a digest.
   * @throws AppError `unavailable` where webhooks can't be received.
   */
  'trigger.newKey': { input: z.strictObject({ sessionId, triggerId }), output: z.object({ key: z.string(), url: z.string() }) },
  'trigger.remove': { input: z.strictObject({ sessionId, triggerId }), output: nothing },
  /** Stops a workflow and its agents. `false`: it wasn't running. */
  'workflow.stop': { input: z.strictObject({ sessionId, runId: z.string().max(100) }), output: z.object({ stopped: z.boolean() }) },
  /** Stops a sub-agent and those it started; its parent continues. `false`: it wasn't running. */
  'agent.stop': { input: z.strictObject({ sessionId, agentId: z.string().max(100) }), output: z.object({ stopped: z.boolean() }) },
} as const;
