import { z } from 'zod';

/** How the work of a sub-agent ended. `max_turns`: it reached its limit of requests. */
export const agentOutcomeSchema = z.enum(['completed', 'failed', 'stopped', 'max_turns']);
export type AgentOutcome = z.infer<typeof agentOutcomeSchema>;

/** How a command in the background ended. `failed`: by itself, with an error. `lost`: Gatehouse was killed meanwhile. */
export const commandTaskOutcomeSchema = z.enum(['completed', 'failed', 'stopped', 'lost']);
export type CommandTaskOutcome = z.infer<typeof commandTaskOutcomeSchema>;
