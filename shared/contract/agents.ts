import { z } from 'zod';

const said = { id: z.string(), text: z.string(), at: z.number() };

/** A thing in the conversation of a sub-agent. Calls are named here and drawn from the session's view. */
const agentItemSchema = z.discriminatedUnion('type', [
  /** What it was told: its task first. `origin` as in `user.message`. */
  z.object({ type: z.literal('told'), ...said, origin: z.string() }),
  z.object({ type: z.literal('text'), ...said }),
  z.object({ type: z.literal('thinking'), ...said }),
  z.object({ type: z.literal('call'), id: z.string(), callId: z.string(), at: z.number() }),
  /** What Gatehouse says of it: a failed request, a compaction. */
  z.object({ type: z.literal('notice'), ...said, level: z.enum(['info', 'warning', 'error']) }),
]);
export type AgentItem = z.infer<typeof agentItemSchema>;

export const agentConversationSchema = z.object({
  /** How many items stand before these. */
  earlier: z.number().int(),
  items: z.array(agentItemSchema),
});
export type AgentConversation = z.infer<typeof agentConversationSchema>;

/** How many items of a conversation are carried unless told, and at most. */
export const AGENT_ITEMS = { usual: 100, most: 1000 } as const;
