import { z } from 'zod';
import { permissionModeSchema } from './mode.ts';
import { ruleBehaviorSchema, ruleDestinationSchema, ruleSourceSchema } from './rule.ts';
import { RISKS } from './risks.ts';

const DECISION_LAYERS = ['input', 'hook', 'deny', 'ask', 'tool', 'safety', 'mode', 'allow', 'classifier', 'dialog'] as const;
const decisionLayerSchema = z.enum(DECISION_LAYERS);
export type DecisionLayer = z.infer<typeof decisionLayerSchema>;

export const decisionBehaviorSchema = z.enum(['allow', 'ask', 'deny']);
export type DecisionBehavior = z.infer<typeof decisionBehaviorSchema>;

/** The rule a trace entry speaks of, copied so that later edits to the settings don't rewrite history. */
export const ruleRefSchema = z.object({
  text: z.string(),
  behavior: ruleBehaviorSchema,
  source: ruleSourceSchema,
  file: z.string().optional(),
  line: z.number().int().optional(),
  column: z.number().int().optional(),
});
export type RuleRef = z.infer<typeof ruleRefSchema>;

/** One thing a layer looked at and what it said. `pass` means: no opinion, the next layer decides. */
const traceEntrySchema = z.object({
  layer: decisionLayerSchema,
  outcome: z.enum(['allow', 'ask', 'deny', 'pass']),
  /** A sentence for people. */
  detail: z.string(),
  /** The sub-command, path, host or tool name the entry is about. */
  subject: z.string().optional(),
  rule: ruleRefSchema.optional(),
});
export type TraceEntry = z.infer<typeof traceEntrySchema>;

/** What settled the call, as a small closed set. */
export const decisionReasonSchema = z.enum([
  'rule',
  'mode',
  'readOnly',
  'workingDirectory',
  'outsideWorkingDirectory',
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

/** A set of rules (or a mode change) that would have let the call pass; offered as "Always allow". */
export const permissionSuggestionSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('addRules'),
    rules: z.array(z.string()).min(1),
    destination: ruleDestinationSchema,
    /** What the rules cover, in words. */
    label: z.string(),
  }),
  z.object({ type: z.literal('setMode'), mode: permissionModeSchema, label: z.string() }),
  z.object({ type: z.literal('addDirectories'), directories: z.array(z.string()).min(1), label: z.string() }),
]);
export type PermissionSuggestion = z.infer<typeof permissionSuggestionSchema>;

export const riskSchema = z.enum(RISKS);
export type Risk = z.infer<typeof riskSchema>;

/** One separately judged part of a call: a simple command of a shell line, or a path. */
export const decisionPartSchema = z.object({ text: z.string(), covered: z.boolean(), detail: z.string().optional() });
export type DecisionPart = z.infer<typeof decisionPartSchema>;

export const decisionSchema = z.object({
  behavior: decisionBehaviorSchema,
  reason: decisionReasonSchema,
  /** One sentence: why. For a denial it is also what the model reads. */
  message: z.string(),
  /** Never empty; in the order the layers spoke. */
  trace: z.array(traceEntrySchema).min(1),
  parts: z.array(decisionPartSchema),
  /** What the call does beyond itself, in words: "writes src/a.ts", "talks to example.com". */
  effects: z.array(z.string()),
  risk: riskSchema,
  suggestions: z.array(permissionSuggestionSchema),
  /** An open question of auto mode that the classifier may answer; absent where only a person may. */
  classifierMayAnswer: z.literal(true).optional(),
});
export type Decision = z.infer<typeof decisionSchema>;
