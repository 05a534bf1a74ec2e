import { z } from 'zod';
import { decisionSchema } from '../../permission/decision.ts';
import { askSchema, givenAnswerSchema } from '../ask.ts';
import { callOutcomeSchema, changedInputSchema, spanSchema, terminalRecordSchema } from '../call-record.ts';
import { mcpMetaSchema, resultContentSchema } from '../content.ts';
import { silentMsSchema, toolViewSchema } from '../tool-view.ts';

/** One call, from its block to its result. */
export const callEvents = {
  /** A `tool_use` block reached the executor. `view` is the tool's own view of its input. */
  'call.queued': z.object({
    callId: z.string(),
    messageId: z.string(),
    requestId: z.string(),
    toolName: z.string(),
    view: toolViewSchema,
    parallel: z.boolean(),
    /** The call this one runs under: that of its agent, or of the script that made it. */
    parentCallId: z.string().optional(),
    /** Only for a call that a script made: its input, since no block of an answer has it. */
    input: z.record(z.string(), z.unknown()).optional(),
  }),
  /** `facts` allow deciding it again later, also if it is cancelled before it is decided. */
  'call.asked': z.object({ ask: askSchema, facts: z.unknown().optional() }),
  /** `by`: a person at the window, the agent that started this one, a hook, or what withdrew the question. */
  'call.answered': z.object({
    askId: z.string(),
    callId: z.string(),
    answer: z.union([givenAnswerSchema, z.object({ type: z.literal('withdrawn'), why: z.string() })]),
    by: z.enum(['person', 'dispatcher', 'hook', 'interrupt', 'rules', 'classifier']),
  }),
  /** The call now has another input than the model gave it: from a person who edited it, a hook, or the tool's own check. `view` shows it. */
  'call.changed': changedInputSchema.extend({ callId: z.string(), view: toolViewSchema }),
  /** The final decision on a call. `facts` allow deciding it again later without parsing or disk access. */
  'call.decided': z.object({ callId: z.string(), decision: decisionSchema, facts: z.unknown().optional(), inputDigest: z.string() }),
  'call.started': z.object({ callId: z.string(), terminal: terminalRecordSchema.optional() }),
  /** A terminal may also open later, while the call runs. */
  'call.terminal': z.object({ callId: z.string(), terminal: terminalRecordSchema }),
  /** Its command has printed nothing for `silentMs` and seems to wait for what a person types. A bounded number for each call. */
  'call.stalled': z.object({ callId: z.string(), silentMs: silentMsSchema }),
  /** It prints again. */
  'call.continued': z.object({ callId: z.string() }),
  /** Settles the call: exactly one for each `tool_use` id. `content` is what the model reads. */
  'call.finished': z.object({
    callId: z.string(),
    outcome: callOutcomeSchema,
    isError: z.boolean(),
    content: resultContentSchema,
    view: toolViewSchema,
    spans: z.array(spanSchema),
    exitCode: z.number().int().optional(),
    /** Absolute path of the whole result, if the model got a preview. */
    persistedPath: z.string().optional(),
    /** One of a fixed set, safe to export; absent on success. */
    errorKind: z.string().optional(),
    /** Only for MCP tools. */
    mcpMeta: mcpMetaSchema.optional(),
  }),
  /**
   * From here on the model reads `content` instead of the call's result; the whole result is in the file at `persistedPath` (absolute). At
   * most once for each call; the file exists before the event.
   */
  'result.replaced': z.object({ callId: z.string(), content: resultContentSchema, persistedPath: z.string() }),
} as const;
