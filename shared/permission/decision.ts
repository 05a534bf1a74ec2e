import { z } from 'zod';
import { permissionModeSchema } from './mode.ts';
import { RISKS } from './risks.ts';
import { ruleBehaviorSchema, ruleDestinationSchema, ruleSourceSchema } from './rule.ts';

const DECISION_LAYERS = ['input', 'hook', 'deny', 'ask', 'tool', 'safety', 'mode', 'allow', 'classifier', 'dialog'] as const;
const decisionLayerSchema = z.enum(DECISION_LAYERS);
export type DecisionLayer = z.infer<typeof decisionLayerSchema>;

export const decisionBehaviorSchema = z.enum(['allow', 'ask', 'deny']);
export type DecisionBehavior = z.infer<typeof decisionBehaviorSchema>;

/** A copy of the rule that a trace entry refers to, so that later settings edits don't change history. */
export const ruleRefSchema = z.object({
  text: z.string(),
  behavior: ruleBehaviorSchema,
  source: ruleSourceSchema,
  file: z.string().optional(),
  line: z.number().int().optional(),
  column: z.number().int().optional(),
});
export type RuleRef = z.infer<typeof ruleRefSchema>;

/** One check of a layer and its result. `pass`: not decided here, the next layer decides. */
export const traceEntrySchema = z.object({
  layer: decisionLayerSchema,
  outcome: z.enum(['allow', 'ask', 'deny', 'pass']),
  /** A sentence for people. */
  detail: z.string(),
  /** The sub-command, path, host or tool name the entry is about. */
  subject: z.string().optional(),
  rule: ruleRefSchema.optional(),
  /** Whether the rule applies to the subject is only known once it runs. */
  maybe: z.literal(true).optional(),
});
export type TraceEntry = z.infer<typeof traceEntrySchema>;

/** What decided the call, as a closed set. */
export const decisionReasonSchema = z.enum([
  'rule',
  'mode',
  'readOnly',
  'workingDirectory',
  'outsideWorkingDirectory',
  'blockedOutside',
  'protectedPath',
  'criticalPath',
  'notUnderstood',
  'needsApproval',
  'toolCheck',
  'userInteraction',
  'preapproved',
  'hook',
  'classifier',
  'user',
  'dispatcher',
  'promptsAvoided',
  'cancelled',
  'unknownTool',
  'invalidInput',
  'internalError',
]);
export type DecisionReason = z.infer<typeof decisionReasonSchema>;

/** `otherUser`: it has another user's rights. `hiddenTarget`: a file that it uses is known only when it runs. */
export const noRuleSchema = z.enum(['secrets', 'otherUser', 'hiddenTarget', 'anyCode']);
export type NoRule = z.infer<typeof noRuleSchema>;

/** Rules (or a mode change) that would have allowed the call, offered as "Always allow". */
export const rulesSuggestionSchema = z.object({
  type: z.literal('addRules'),
  /** As they are written for `destination`. */
  rules: z.array(z.string()).min(1),
  destination: ruleDestinationSchema,
  /** The same rules for destinations where they are written differently. */
  otherwise: z.partialRecord(ruleDestinationSchema, z.array(z.string()).min(1)).optional(),
  /** What the rules cover, as text. */
  label: z.string(),
});
export type RulesSuggestion = z.infer<typeof rulesSuggestionSchema>;

export const permissionSuggestionSchema = z.discriminatedUnion('type', [
  rulesSuggestionSchema,
  z.object({ type: z.literal('setMode'), mode: permissionModeSchema, label: z.string() }),
  z.object({ type: z.literal('addDirectories'), directories: z.array(z.string()).min(1), label: z.string() }),
]);
export type PermissionSuggestion = z.infer<typeof permissionSuggestionSchema>;

export const riskSchema = z.enum(RISKS);
export type Risk = z.infer<typeof riskSchema>;

/** A part of a call that is decided separately: a simple command of a shell line, or a path. */
export const decisionPartSchema = z.object({ text: z.string(), covered: z.boolean(), detail: z.string().optional() });
export type DecisionPart = z.infer<typeof decisionPartSchema>;

export const decisionSchema = z.object({
  behavior: decisionBehaviorSchema,
  reason: decisionReasonSchema,
  /** The reason, in one sentence. For a denial, the model reads it too. */
  message: z.string(),
  /** Never empty; in the order of the layers. */
  trace: z.array(traceEntrySchema).min(1),
  parts: z.array(decisionPartSchema),
  /** The call's side effects, as text: "writes src/a.ts", "connects to example.com". */
  effects: z.array(z.string()),
  risk: riskSchema,
  /** Where the command runs, for people; absent for this machine. */
  place: z.string().optional(),
  suggestions: z.array(permissionSuggestionSchema),
  /** Asks only because a deny or ask rule can't be checked against all that the line does: a person may allow it unseen for the session. */
  mayAllowUnseen: z.literal(true).optional(),
  /** A rule for exactly this line would let it run. */
  exactRuleHelps: z.literal(true).optional(),
  /** The same as a suggestion, where wider rules are suggested only. */
  exactRule: rulesSuggestionSchema.optional(),
  /** Why no rule is suggested, if the reason of the decision doesn’t say so. */
  noRule: noRuleSchema.optional(),
  /** It asks although this allow rule covers it, which has no effect now: the folder isn't trusted, for example. */
  inertRule: ruleRefSchema.optional(),
  /** Set if auto mode's classifier may answer; absent if only a person may. */
  classifierMayAnswer: z.literal(true).optional(),
});
export type Decision = z.infer<typeof decisionSchema>;
