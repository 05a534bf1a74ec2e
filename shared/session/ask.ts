import { z } from 'zod';
import {
  decisionPartSchema,
  decisionReasonSchema,
  noRuleSchema,
  permissionSuggestionSchema,
  riskSchema,
  ruleRefSchema,
  rulesSuggestionSchema,
  traceEntrySchema,
} from '../permission/decision.ts';
import { ruleDestinationSchema } from '../permission/rule.ts';
import { permissionUpdateSchema } from '../permission/permission-update.ts';
import { messageImagesSchema } from './content.ts';
import { answersSchema, MAX_PLAN_CHARS, planAcceptanceSchema, toolViewSchema } from './tool-view.ts';

/** One question to a person, as the permission queue shows it. */
export const askSchema = z.object({
  askId: z.string(),
  callId: z.string(),
  toolName: z.string(),
  /** "wants to run a command", "wants to edit src/a.ts": shown after the agent's name. */
  sentence: z.string(),
  view: toolViewSchema,
  cwd: z.string(),
  reason: decisionReasonSchema,
  /** Why it asks, in one sentence. */
  message: z.string(),
  /** The rule that made it ask, if any. */
  rule: ruleRefSchema.optional(),
  /** The allow rule that would settle it, if it had an effect. */
  inertRule: ruleRefSchema.optional(),
  parts: z.array(decisionPartSchema),
  /** The steps of the decision; absent in sessions of earlier versions. */
  trace: z.array(traceEntrySchema).optional(),
  effects: z.array(z.string()),
  risk: riskSchema,
  /** A checkpoint has all that it deletes or overwrites; absent where that isn't known for sure. */
  restorable: z.literal(true).optional(),
  /** Of what is destructive: `final` where no checkpoint has all of it, `nothing` where nothing is there now; absent where that isn’t known. */
  loss: z.enum(['final', 'nothing']).optional(),
  suggestions: z.array(permissionSuggestionSchema),
  /** It asks only because it can't be seen through: an answer may allow it unseen for the session. */
  mayAllowUnseen: z.literal(true).optional(),
  /** A rule for exactly this line would let it run next time. */
  exactRuleHelps: z.literal(true).optional(),
  /** That rule, where wider ones are suggested only. */
  exactRule: rulesSuggestionSchema.optional(),
  /** Why no rule is suggested, if `reason` doesn’t say so. */
  noRule: noRuleSchema.optional(),
  /** The question is about an input that a person changed. */
  edited: z.literal(true).optional(),
  /** Why an earlier answer about the call doesn't count, in a sentence. */
  askedAgainBecause: z.string().optional(),
  /** Digest of tool name and input: an answer must include it, so it is bound to what was shown. */
  digest: z.string(),
  /** For an MCP tool: digest of the definition that was shown, which an answer may accept. */
  definition: z.string().optional(),
});
export type Ask = z.infer<typeof askSchema>;

const message = z.string().max(100_000).optional();

const personsAnswers = [
  /** The model reads the message after the result. */
  z.object({ type: z.literal('allow_once'), message }),
  /**
   * Replaces the model's input. The new input is validated and decided like any other; if it would do something else than what was shown,
   * the question is asked again (SPEC P1). The model is informed.
   */
  z.object({ type: z.literal('allow_edited'), input: z.record(z.string(), z.unknown()), message }),
  z.object({ type: z.literal('allow_always'), rules: z.array(z.string().min(1)).min(1), destination: ruleDestinationSchema }),
  z.object({ type: z.literal('set_mode'), mode: z.literal('acceptEdits') }),
  /** Also allows exactly this line, in its folder, for the session, although rules can't be checked against all that it does. */
  z.object({ type: z.literal('allow_unseen') }),
  /** Adds working directories: reads are allowed there, edits follow the mode. Absolute paths. */
  z.object({
    type: z.literal('add_directories'),
    directories: z.array(z.string().min(1).max(4096)).min(1).max(10),
    destination: ruleDestinationSchema,
  }),
  /** Answers the agent's questions: a form has been filled in. */
  z.object({ type: z.literal('answer_questions'), answers: answersSchema }),
  /** Accepts a proposed plan; `plan` only when the person changed it. */
  z.object({
    type: z.literal('accept_plan'),
    mode: planAcceptanceSchema,
    clearContext: z.boolean(),
    plan: z.string().min(1).max(MAX_PLAN_CHARS).optional(),
  }),
  /**
   * With a message or images, the model reads them and continues; without, the turn ends (SPEC G9), unless it is `onlyThis`, of
   * several that are answered separately.
   */
  z.object({ type: z.literal('deny'), message, images: messageImagesSchema.optional(), onlyThis: z.literal(true).optional() }),
] as const;

/** A person's answer. `allow_always` contains the rules to save (possibly edited) and where to save them. */
export const askAnswerSchema = z.discriminatedUnion('type', personsAnswers);
export type AskAnswer = z.infer<typeof askAnswerSchema>;
export type Denial = Extract<AskAnswer, { type: 'deny' }>;

/** An answer from anyone. Only hooks can allow a call and change several things with it. */
export const givenAnswerSchema = z.discriminatedUnion('type', [
  ...personsAnswers,
  z.object({ type: z.literal('allow_and_update'), updates: z.array(permissionUpdateSchema).min(1) }),
]);
export type GivenAnswer = z.infer<typeof givenAnswerSchema>;
