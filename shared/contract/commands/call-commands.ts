import { z } from 'zod';
import { decisionSchema, ruleRefSchema } from '../../permission/decision.ts';
import { resultContentSchema } from '../../session/content.ts';
import { changedInputSchema, spanSchema, terminalRecordSchema } from '../../session/call-record.ts';
import { hookRunSchema } from '../../session/hook-run.ts';
import { toolViewSchema } from '../../session/tool-view.ts';
import { MAX_FOUND_TEXT } from '../find-limits.ts';
import { projectDir, sessionId } from './fields.ts';

/** Details of one call of a session. */
export const callCommands = {
  /** All bodies of a call. */
  'call.detail': {
    input: z.strictObject({ sessionId, callId: z.string() }),
    output: z.object({
      /** The model's. */
      input: z.unknown(),
      /** What the call has instead, and from whom. */
      changed: changedInputSchema.nullable(),
      /** Of the input it has now. */
      inputView: toolViewSchema,
      resultView: toolViewSchema.nullable(),
      content: resultContentSchema.nullable(),
      isError: z.boolean(),
      persistedPath: z.string().nullable(),
      decision: decisionSchema.nullable(),
      answeredBy: z.string().nullable(),
      spans: z.array(spanSchema),
      terminal: terminalRecordSchema.nullable(),
      /** Hook runs for the call, in the order they ended. */
      hooks: z.array(hookRunSchema),
    }),
  },
  /** A page of a call's saved result: from `offset` on, else the last page. Offsets are bytes; `end` is the offset of the next page. */
  'call.output': {
    input: z.strictObject({ sessionId, callId: z.string(), offset: z.number().int().nonnegative(), toEnd: z.boolean() }),
    output: z.object({ text: z.string(), offset: z.number().int(), end: z.number().int(), total: z.number().int() }),
  },
  /**
   * Calls whose results or diffs contain a text, in any case; a space matches any white space. In order, the first `MAX_FOUND_CALLS`, and
   * how often each does, up to `MAX_FOUND_IN_CALL`.
   */
  'call.find': {
    input: z.strictObject({ sessionId, text: z.string().min(1).max(MAX_FOUND_TEXT) }),
    output: z.object({
      calls: z.array(z.object({ callId: z.string(), count: z.number().int() })),
      /** Not all results were searched, or not all calls are listed. */
      incomplete: z.boolean(),
    }),
  },
  /** How the current rules would decide a finished call: each rule about it, and why it did or didn't decide. */
  'call.rules': {
    input: z.strictObject({ projectDir, sessionId, callId: z.string() }),
    output: z.object({
      now: decisionSchema.pick({ behavior: true, reason: true, message: true }),
      candidates: z.array(
        z.object({
          rule: ruleRefSchema,
          /** `no_match`: the rule is about something else. `lost`: it matches, but another rule took precedence or it covers only a part. */
          standing: z.enum(['decided', 'lost', 'no_match', 'inert']),
          why: z.string(),
        }),
      ),
      /** Number of rules not listed. */
      more: z.number().int(),
    }),
  },
  /** Moves a running command to the background and ends its call. */
  'call.moveToBackground': { input: z.strictObject({ sessionId, callId: z.string() }), output: z.object({ moved: z.boolean() }) },
} as const;
