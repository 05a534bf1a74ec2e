import { z } from 'zod';
import { decisionSchema, ruleRefSchema } from '../../permission/decision.ts';
import { resultContentSchema } from '../../session/content.ts';
import { spanSchema, terminalRecordSchema } from '../../session/call-record.ts';
import { hookRunSchema } from '../../session/hook-run.ts';
import { toolViewSchema } from '../../session/tool-view.ts';
import { projectDir, sessionId } from './fields.ts';

/** One call of a session. */
export const callCommands = {
  /** All bodies of one call. */
  'call.detail': {
    input: z.strictObject({ sessionId, callId: z.string() }),
    output: z.object({
      input: z.unknown(),
      inputView: toolViewSchema,
      resultView: toolViewSchema.nullable(),
      content: resultContentSchema.nullable(),
      isError: z.boolean(),
      persistedPath: z.string().nullable(),
      decision: decisionSchema.nullable(),
      answeredBy: z.string().nullable(),
      spans: z.array(spanSchema),
      terminal: terminalRecordSchema.nullable(),
      /** Runs of hooks that looked at the call, in the order they ended. */
      hooks: z.array(hookRunSchema),
    }),
  },
  /** A page of a call's whole result out of the file it was saved to, from `offset` on or the last one. Offsets are bytes; `end` begins the next. */
  'call.output': {
    input: z.strictObject({ sessionId, callId: z.string(), offset: z.number().int().nonnegative(), toEnd: z.boolean() }),
    output: z.object({ text: z.string(), offset: z.number().int(), end: z.number().int(), total: z.number().int() }),
  },
  /** What a settled call would meet by the rules in force now: each rule that is about it, and why it did or didn't settle it. */
  'call.rules': {
    input: z.strictObject({ projectDir, sessionId, callId: z.string() }),
    output: z.object({
      now: decisionSchema.pick({ behavior: true, reason: true, message: true }),
      candidates: z.array(
        z.object({
          rule: ruleRefSchema,
          /** `no_match`: it speaks of something else; `lost`: it applies but something came before it, or it doesn't cover all. */
          standing: z.enum(['decided', 'lost', 'no_match', 'inert']),
          why: z.string(),
        }),
      ),
      /** Rules beyond those. */
      more: z.number().int(),
    }),
  },
  /** The call of a running command is answered now; the command goes on in the background. */
  'call.moveToBackground': { input: z.strictObject({ sessionId, callId: z.string() }), output: z.object({ moved: z.boolean() }) },
} as const;
