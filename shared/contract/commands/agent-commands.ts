import { z } from 'zod';
import { AGENT_ITEMS, agentConversationSchema } from '../agents.ts';
import { sessionId } from './fields.ts';

/** Sub-agents of a session. */
export const agentCommands = {
  /** The `last` items of a sub-agent's conversation, and the number of items before them. */
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
  /** Stops a sub-agent and those it started; its parent continues. `false`: it wasn't running. */
  'agent.stop': { input: z.strictObject({ sessionId, agentId: z.string().max(100) }), output: z.object({ stopped: z.boolean() }) },
} as const;
