import { z } from 'zod';

/** Rule sources, highest first. The order is for display: it never lets an allow rule override a deny rule. */
export const RULE_SOURCES = ['policy', 'cli', 'local', 'project', 'user', 'plugin', 'session'] as const;
export const ruleSourceSchema = z.enum(RULE_SOURCES);
export type RuleSource = z.infer<typeof ruleSourceSchema>;

export const RULE_BEHAVIORS = ['deny', 'ask', 'allow'] as const;
export const ruleBehaviorSchema = z.enum(RULE_BEHAVIORS);
export type RuleBehavior = z.infer<typeof ruleBehaviorSchema>;

/** One entry of a `permissions` list with its location. `text` is as the user wrote it. */
export const ruleEntrySchema = z.object({
  /** Stable within a load: `source:behavior:index`. */
  id: z.string(),
  behavior: ruleBehaviorSchema,
  source: ruleSourceSchema,
  text: z.string(),
  /** The settings file, absolute; absent for command line and session rules. */
  file: z.string().optional(),
  /** 1-based position of the string in `file`. */
  line: z.number().int().optional(),
  column: z.number().int().optional(),
  /** For an exact session rule: the line may run in this folder even if it can't be seen through. */
  unseen: z.string().optional(),
  /** Why the rule has no effect (untrusted folder, grammar mistake …); absent if it is active. */
  inert: z.string().optional(),
});
export type RuleEntry = z.infer<typeof ruleEntrySchema>;

/** Where an answer can be saved. */
export const RULE_DESTINATIONS = ['session', 'local', 'project', 'user'] as const;
export const ruleDestinationSchema = z.enum(RULE_DESTINATIONS);
export type RuleDestination = z.infer<typeof ruleDestinationSchema>;

const editedRule = {
  destination: ruleDestinationSchema,
  behavior: ruleBehaviorSchema,
  text: z.string().min(1).max(10_000),
  /** Refers to a disabled rule. */
  disabled: z.boolean().default(false),
  /** 0-based index in the file's list. Selects among equal texts; otherwise ignored. */
  index: z.number().int().nonnegative().optional(),
};

/** One edit of a list of rules. `insert` without an index appends, and rejects a rule that already exists. */
export const ruleEditSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('insert'), ...editedRule }),
  z.strictObject({ type: z.literal('remove'), ...editedRule }),
  z.strictObject({ type: z.literal('replace'), ...editedRule, newText: z.string().min(1).max(10_000) }),
]);
export type RuleEdit = z.output<typeof ruleEditSchema>;
