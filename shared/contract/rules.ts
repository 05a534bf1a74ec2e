import { z } from 'zod';
import { decisionBehaviorSchema } from '../permission/decision.ts';
import { ruleBehaviorSchema, ruleDestinationSchema, ruleSourceSchema } from '../permission/rule.ts';

/** Maximum calls a back-test lists; its counts include all. */
export const MAX_BACKTEST_CALLS = 200;
/** Maximum calls a back-test checks. */
export const MAX_BACKTEST_LIMIT = 10_000;

export const ruleTextSchema = z.string().min(1).max(10_000);

/** Draft rules that can be saved. */
export const ruleDraftSchema = z.strictObject({
  behavior: ruleBehaviorSchema,
  texts: z.array(ruleTextSchema).min(1).max(20),
  /** Where they would be saved: patterns with one leading slash are relative to that file's folder. */
  destination: ruleDestinationSchema,
  /** Id of the rule they replace. */
  replaces: z.string().max(200).optional(),
});
export type RuleDraft = z.infer<typeof ruleDraftSchema>;

/** What may stand between the brackets of a tool's rule, as past calls suggest it. */
export const ruleCompletionSchema = z.object({
  tool: z.string(),
  content: z.string(),
  /** How many of the calls looked at it is about. */
  calls: z.number(),
  /** How many of those were denied. */
  denied: z.number(),
});
export type RuleCompletion = z.infer<typeof ruleCompletionSchema>;

const callRefSchema = z.object({
  sessionId: z.string(),
  callId: z.string(),
  at: z.number(),
  toolName: z.string(),
  /** One line that names the object: a command or a path. */
  summary: z.string(),
});
export type CallRef = z.infer<typeof callRefSchema>;

const backtestCallSchema = callRefSchema.extend({
  /** The decisions under the current rules and under the draft, in the mode of the time. */
  before: decisionBehaviorSchema,
  after: decisionBehaviorSchema,
  /** How the call was decided originally. */
  was: decisionBehaviorSchema,
});
export type BacktestCall = z.infer<typeof backtestCallSchema>;

/** The effect of a draft on past calls of the project, decided again from the facts in the logs. */
export const backtestSchema = z.object({
  /** Calls checked: the most recent ones. */
  checked: z.number().int(),
  /** Older calls exist that weren't checked. */
  more: z.boolean(),
  /** Calls that the draft matches. */
  matched: z.number().int(),
  /** Of those, calls of other tools: an edit rule's commands that write. */
  matchedElsewhere: z.number().int(),
  /** Calls of the same tools. */
  sameTool: z.number().int(),
  newlyAllowed: z.number().int(),
  newlyAsked: z.number().int(),
  newlyDenied: z.number().int(),
  unchanged: z.number().int(),
  /** Calls with a different decision, newest first; at most `MAX_BACKTEST_CALLS`. */
  changed: z.array(backtestCallSchema),
  /** Matched calls with the same decision. */
  matchedUnchanged: z.array(backtestCallSchema),
});
export type Backtest = z.infer<typeof backtestSchema>;

const ruleUseSchema = z.object({
  source: ruleSourceSchema,
  behavior: ruleBehaviorSchema,
  text: z.string(),
  /** Calls whose decision the rule took part in. */
  hits: z.number().int(),
  last: callRefSchema,
  /** Of all calls of its tools. It may also take part in those of others, such as an edit rule in a command that writes. */
  share: z.number(),
});
export type RuleUse = z.infer<typeof ruleUseSchema>;

/** Suggested rules that would have answered repeated requests. */
const ruleSuggestionSchema = z.object({
  texts: z.array(z.string()),
  destination: ruleDestinationSchema,
  /** What they cover, as text. */
  label: z.string(),
  /** How often a person allowed it. */
  count: z.number().int(),
  last: callRefSchema,
});
export type RuleSuggestion = z.infer<typeof ruleSuggestionSchema>;

/** A rule suggested for an open request, since a person allowed such calls often. */
export const learnedRuleSchema = z.object({
  texts: z.array(z.string()),
  /** How often a person allowed such calls since they last denied one. */
  count: z.number().int(),
  /** What the rule would change in past calls. */
  past: backtestSchema.pick({ checked: true, newlyAllowed: true, newlyAsked: true, newlyDenied: true }),
});
export type LearnedRule = z.infer<typeof learnedRuleSchema>;

/** Rule usage, from the recorded decisions. */
export const ruleUsageSchema = z.object({
  checked: z.number().int(),
  more: z.boolean(),
  uses: z.array(ruleUseSchema),
  /** Rules saved from an answer in the permission queue. */
  saved: z.array(
    z.object({ text: z.string(), destination: ruleDestinationSchema, sessionId: z.string(), callId: z.string(), at: z.number() }),
  ),
  suggestions: z.array(ruleSuggestionSchema),
});
export type RuleUsage = z.infer<typeof ruleUsageSchema>;

/** A call to decide without running it. */
export const triedCallSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('command'), command: z.string().min(1).max(20_000) }),
  /** Relative paths are resolved against the project folder. */
  z.strictObject({ type: z.literal('path'), access: z.enum(['read', 'edit']), path: z.string().min(1).max(4096) }),
  z.strictObject({ type: z.literal('address'), url: z.string().min(1).max(8192) }),
  z.strictObject({ type: z.literal('tool'), name: z.string().min(1).max(300) }),
]);
export type TriedCall = z.infer<typeof triedCallSchema>;
