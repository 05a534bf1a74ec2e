import { z } from 'zod';

/** Work that the agent scheduled for later. Events contain the time of the next run, so that folding them needs no clock. */
export const scheduleEvents = {
  'schedule.added': z.object({
    scheduleId: z.string(),
    /** `wakeup`: once, after a delay. */
    kind: z.enum(['cron', 'wakeup']),
    /** Five fields, in local time. */
    cron: z.string(),
    /** When it runs, as text. */
    when: z.string(),
    prompt: z.string(),
    recurring: z.boolean(),
    /** Why the agent chose that time. */
    reason: z.string().optional(),
    /** Milliseconds since the epoch. */
    nextAt: z.number(),
    /** A recurring one runs once more after this time, and then no more. */
    endsAt: z.number().optional(),
  }),
  /** It is due. `missed`: it isn't run, since the session was closed at that time. */
  'schedule.due': z.object({
    scheduleId: z.string(),
    /** `null`: that was the last time. */
    nextAt: z.number().nullable(),
    missed: z.literal(true).optional(),
  }),
  'schedule.removed': z.object({ scheduleId: z.string(), by: z.enum(['agent', 'user', 'fork']) }),
} as const;
