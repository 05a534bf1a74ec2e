import { z } from 'zod';

/** Where a rule comes from, highest first. The order is shown as provenance; it never lets an allow beat a deny. */
export const RULE_SOURCES = ['policy', 'cli', 'local', 'project', 'user', 'session'] as const;
export const ruleSourceSchema = z.enum(RULE_SOURCES);
export type RuleSource = z.infer<typeof ruleSourceSchema>;

export const RULE_BEHAVIORS = ['deny', 'ask', 'allow'] as const;
export const ruleBehaviorSchema = z.enum(RULE_BEHAVIORS);
export type RuleBehavior = z.infer<typeof ruleBehaviorSchema>;

/** One line of a `permissions` list, with where it stands. `text` is kept as the user wrote it. */
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
  /** Why the rule has no effect at all (untrusted folder, grammar mistake …); absent when it counts. */
  inert: z.string().optional(),
});
export type RuleEntry = z.infer<typeof ruleEntrySchema>;

/** A place an answer can be saved to. */
export const RULE_DESTINATIONS = ['session', 'local', 'project', 'user'] as const;
export const ruleDestinationSchema = z.enum(RULE_DESTINATIONS);
export type RuleDestination = z.infer<typeof ruleDestinationSchema>;

const editedRule = {
  destination: ruleDestinationSchema,
  behavior: ruleBehaviorSchema,
  text: z.string().min(1).max(10_000),
  /** Of the rules that are kept but switched off. */
  disabled: z.boolean().default(false),
  /** Its place in that list as the file has it, counted from 0. Where the same text stands several times, the one there; else any. */
  index: z.number().int().nonnegative().optional(),
};

/** One change of one list of rules. `insert` without an index appends, and refuses what is there already. */
export const ruleEditSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('insert'), ...editedRule }),
  z.strictObject({ type: z.literal('remove'), ...editedRule }),
  z.strictObject({ type: z.literal('replace'), ...editedRule, newText: z.string().min(1).max(10_000) }),
]);
export type RuleEdit = z.output<typeof ruleEditSchema>;
