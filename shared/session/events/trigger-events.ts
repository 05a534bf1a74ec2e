import { z } from 'zod';

/** Prompts that something outside may start. Keys of webhooks are stored as digests only. */
export const triggerEvents = {
  /** Made or changed. */
  'trigger.saved': z.object({
    triggerId: z.string(),
    name: z.string(),
    prompt: z.string(),
    enabled: z.boolean(),
    /** It can be called over HTTP, once a person has made a key for it. */
    webhook: z.boolean(),
  }),
  /** A person made a key, in place of the one before. `digest`: SHA-256, as hex. */
  'trigger.key': z.object({ triggerId: z.string(), digest: z.string() }),
  /** Its prompt was sent as `messageId`. */
  'trigger.ran': z.object({ triggerId: z.string(), runId: z.string(), via: z.enum(['webhook', 'agent']), messageId: z.string() }),
  'trigger.removed': z.object({ triggerId: z.string(), by: z.enum(['agent', 'user', 'fork']) }),
} as const;
