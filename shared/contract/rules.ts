import { z } from 'zod';
import { decisionBehaviorSchema } from '../permission/decision.ts';
import { ruleBehaviorSchema, ruleDestinationSchema, ruleSourceSchema } from '../permission/rule.ts';

/** Calls that a back-test lists; the counts are of all. */
export const MAX_BACKTEST_CALLS = 200;
/** Calls that one back-test goes through at most. */
export const MAX_BACKTEST_LIMIT = 10_000;

export const ruleTextSchema = z.string().min(1).max(10_000);

/** Rules that may be saved. */
export const ruleDraftSchema = z.strictObject({
  behavior: ruleBehaviorSchema,
  texts: z.array(ruleTextSchema).min(1).max(20),
  /** Where they would go: patterns with one leading slash start there. */
  destination: ruleDestinationSchema,
  /** Id of the rule whose place they take. */
  replaces: z.string().max(200).optional(),
});
export type RuleDraft = z.infer<typeof ruleDraftSchema>;

const callRefSchema = z.object({
  sessionId: z.string(),
  callId: z.string(),
  at: z.number(),
  toolName: z.string(),
  /** One line naming the object: a command, a path. */
  summary: z.string(),
});
export type CallRef = z.infer<typeof callRefSchema>;

const backtestCallSchema = callRefSchema.extend({
  /** With the rules as they are, and with the draft. */
  before: decisionBehaviorSchema,
  after: decisionBehaviorSchema,
  /** What came of it when it was made. */
  was: decisionBehaviorSchema,
});
export type BacktestCall = z.infer<typeof backtestCallSchema>;

/** What a draft would have meant for past calls of the project, decided again from the facts that the logs keep. */
export const backtestSchema = z.object({
  /** Calls looked at, the latest ones. */
  checked: z.number().int(),
  /** There are older ones. */
  more: z.boolean(),
  /** Calls that the draft speaks of. */
  matched: z.number().int(),
  /** Calls of the same tools. */
  sameTool: z.number().int(),
  newlyAllowed: z.number().int(),
  newlyAsked: z.number().int(),
  newlyDenied: z.number().int(),
  unchanged: z.number().int(),
  /** Those that come out differently, newest first; at most `MAX_BACKTEST_CALLS`. */
  changed: z.array(backtestCallSchema),
  /** Those the draft speaks of that come out the same. */
  matchedUnchanged: z.array(backtestCallSchema),
});
export type Backtest = z.infer<typeof backtestSchema>;

const ruleUseSchema = z.object({
  source: ruleSourceSchema,
  behavior: ruleBehaviorSchema,
  text: z.string(),
  /** Calls in whose decision it had a say. */
  hits: z.number().int(),
  last: callRefSchema,
  /** The tools of those calls, with how many of all calls of that tool it spoke of. */
  share: z.number(),
});
export type RuleUse = z.infer<typeof ruleUseSchema>;

/** Rules that would have spared the same answer again and again. */
const ruleSuggestionSchema = z.object({
  texts: z.array(z.string()),
  destination: ruleDestinationSchema,
  /** What they cover, in words. */
  label: z.string(),
  /** Times a person allowed it. */
  count: z.number().int(),
  last: callRefSchema,
});
export type RuleSuggestion = z.infer<typeof ruleSuggestionSchema>;

/** What the recorded past says of the rules. */
export const ruleUsageSchema = z.object({
  checked: z.number().int(),
  more: z.boolean(),
  uses: z.array(ruleUseSchema),
  /** Rules that were saved from an answer in the permission queue. */
  saved: z.array(
    z.object({ text: z.string(), destination: ruleDestinationSchema, sessionId: z.string(), callId: z.string(), at: z.number() }),
  ),
  suggestions: z.array(ruleSuggestionSchema),
});
export type RuleUsage = z.infer<typeof ruleUsageSchema>;

/** A call to be decided, not made. */
export const triedCallSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('command'), command: z.string().min(1).max(20_000) }),
  /** Relative paths start at the project folder. */
  z.strictObject({ type: z.literal('path'), access: z.enum(['read', 'edit']), path: z.string().min(1).max(4096) }),
  z.strictObject({ type: z.literal('address'), url: z.string().min(1).max(8192) }),
  z.strictObject({ type: z.literal('tool'), name: z.string().min(1).max(300) }),
]);
export type TriedCall = z.infer<typeof triedCallSchema>;
