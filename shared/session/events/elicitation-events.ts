import { z } from 'zod';
import { elicitationFormSchema } from '../elicitation.ts';

/** Questions of MCP servers to the person during a call. The values that a person enters are never stored. */
export const elicitationEvents = {
  'elicitation.asked': z.object({
    elicitationId: z.string(),
    /** The call that the server works on. */
    callId: z.string(),
    server: z.string(),
    message: z.string(),
    form: elicitationFormSchema,
  }),
  /** `call`: the call ended, or the server withdrew the question. */
  'elicitation.answered': z.object({
    elicitationId: z.string(),
    action: z.enum(['accept', 'decline', 'cancel']),
    by: z.enum(['person', 'call']),
  }),
} as const;
