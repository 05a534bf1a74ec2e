import { z } from 'zod';
import { askAnswerSchema, askSchema } from '../../session/ask.ts';
import { projectDir, sessionId } from './fields.ts';

/** The pending questions of an open session; events after `seq` follow as `session.events`. */
export const asksViewSchema = z.object({
  seq: z.number().int().nonnegative(),
  sessionId: z.string(),
  projectDir: z.string(),
  title: z.string(),
  agents: z.record(z.string(), z.string()),
  asks: z.array(askSchema.extend({ askedAt: z.number(), agentId: z.string().optional(), agentName: z.string().optional() })),
});

/** Pending questions and their answers. */
export const askCommands = {
  /**
   * `digest` is that of the ask as shown: an answer to anything else is rejected with `stale`. An edited input that the tool doesn't
   * accept, and an invalid rule, are rejected with `invalid_input`; the question stays open.
   *
   * `also`: others of the session that are denied with it, before the end of the turn withdraws them. Only for a denial.
   */
  'permission.answer': {
    input: z.strictObject({
      sessionId,
      askId: z.string(),
      digest: z.string(),
      answer: askAnswerSchema,
      also: z
        .array(z.strictObject({ askId: z.string(), digest: z.string() }))
        .max(1000)
        .optional(),
    }),
    output: z.object({ outcome: z.enum(['accepted', 'stale', 'gone']) }),
  },
  /** The pending questions of all open sessions of the project. */
  'asks.list': { input: z.strictObject({ projectDir }), output: z.object({ sessions: z.array(asksViewSchema) }) },
  /** The whole input of the call that a question is about, as it would run. */
  'permission.input': {
    input: z.strictObject({ sessionId, askId: z.string() }),
    output: z.object({
      input: z.record(z.string(), z.unknown()),
      digest: z.string(),
      /** The call, and the facts of its decision. */
      call: askSchema.pick({ callId: true, toolName: true, cwd: true, risk: true, effects: true, message: true }),
    }),
  },
} as const;
