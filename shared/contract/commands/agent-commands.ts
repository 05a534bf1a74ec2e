import { z } from 'zod';
import { AGENT_ITEMS, agentConversationSchema } from '../agents.ts';
import { sessionId } from './fields.ts';

/** Sub-agents of a session. */
export const agentCommands = {
  /** The end of a sub-agent's conversation: the `last` items of it, and how many stand before. */
  'agent.conversation': {
    input: z.strictObject({ sessionId, agentId: z.string().max(100), last: z.number().int().positive().max(AGENT_ITEMS.most).optional() }),
    output: agentConversationSchema,
  },
  /**
   * A person's message to a sub-agent. One that works reads it before its next request; one that has ended goes on with it in the
   * background (`resumed`).
   */
  'agent.send': {
    input: z.strictObject({ sessionId, agentId: z.string().max(100), text: z.string().trim().min(1).max(1_000_000) }),
    output: z.object({ resumed: z.boolean() }),
  },
  /** Stops one sub-agent and those it started; its parent goes on. `false`: it didn't run any more. */
  'agent.stop': { input: z.strictObject({ sessionId, agentId: z.string().max(100) }), output: z.object({ stopped: z.boolean() }) },
} as const;
