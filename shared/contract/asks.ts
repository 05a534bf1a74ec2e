import { z } from 'zod';
import { askSchema } from '../session/ask.ts';

/** The pending questions of an open session; events after `seq` follow as `session.events`. */
export const asksViewSchema = z.object({
  seq: z.number().int().nonnegative(),
  sessionId: z.string(),
  projectDir: z.string(),
  title: z.string(),
  agents: z.record(z.string(), z.string()),
  asks: z.array(askSchema.extend({ askedAt: z.number(), agentId: z.string().optional(), agentName: z.string().optional() })),
});
