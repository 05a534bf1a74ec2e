import { z } from 'zod';
import { decisionBehaviorSchema, ruleRefSchema } from '../permission/decision.ts';
import { MAX_PACK_RULES } from '../permission/rule-pack.ts';
import { ruleBehaviorSchema, ruleDestinationSchema } from '../permission/rule.ts';
import { ruleRowSchema } from './project.ts';
import { ruleTextSchema } from './rules.ts';

/** Rules to try beside the current ones, or instead of them. Without rules: the current ones. */
export const ruleSetSchema = z.strictObject({
  rules: z.array(z.strictObject({ behavior: ruleBehaviorSchema, text: ruleTextSchema })).max(MAX_PACK_RULES),
  /** Where they would be saved: patterns with one leading slash are relative to that file's folder. */
  destination: ruleDestinationSchema,
  /** Id of the current rule they replace. */
  replaces: z.string().max(200).optional(),
  /** Only they count, with the managed rules. */
  instead: z.boolean().default(false),
});
export type RuleSet = z.output<typeof ruleSetSchema>;

const replayedCallSchema = z.object({
  callId: z.string(),
  /** How the gate decided it then: `ask` if anyone was asked, whatever they answered. */
  was: decisionBehaviorSchema,
  /** How the rules in force decide it, without the set. Absent if the set is tried instead of them, or adds nothing to them. */
  without: decisionBehaviorSchema.optional(),
  now: decisionBehaviorSchema,
  /** The rule that decides it now. */
  rule: ruleRefSchema.optional(),
  /** Why, in one sentence. */
  message: z.string(),
});
export type ReplayedCall = z.infer<typeof replayedCallSchema>;

/** A session's calls decided again. A call that isn't listed can't be: it was never decided, or by another version. */
export const replaySchema = z.object({ calls: z.array(replayedCallSchema) });
export type Replay = z.infer<typeof replaySchema>;

/** One rule of a pack compared with the rules in force. */
const packRowSchema = ruleRowSchema.pick({ behavior: true, text: true, sentence: true, diagnostics: true }).extend({
  reason: z.string().optional(),
  /**
   * `present`: it is in the chosen file already. `elsewhere`: another file has it. `shadowed`: it would have no effect, or says nothing new.
   * `wider`: it allows more than the rules in `wider`. `invalid`: no rule, so it is left out.
   */
  state: z.enum(['new', 'present', 'elsewhere', 'shadowed', 'wider', 'invalid']),
  /** Rules in force that it covers, for `wider`. */
  wider: z.array(z.string()),
});
export type PackRow = z.infer<typeof packRowSchema>;

export const readPackSchema = z.object({ name: z.string(), description: z.string(), rows: z.array(packRowSchema) });
export type ReadPack = z.infer<typeof readPackSchema>;
