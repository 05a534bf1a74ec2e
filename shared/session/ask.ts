import { z } from 'zod';
import { decisionPartSchema, decisionReasonSchema, permissionSuggestionSchema, riskSchema, ruleRefSchema } from '../permission/decision.ts';
import { ruleDestinationSchema } from '../permission/rule.ts';
import { permissionUpdateSchema } from '../permission/permission-update.ts';
import { answersSchema, MAX_PLAN_CHARS, planAcceptanceSchema, toolViewSchema } from './tool-view.ts';

/** One question to a person, as the permission queue shows it. */
export const askSchema = z.object({
  askId: z.string(),
  callId: z.string(),
  toolName: z.string(),
  /** "wants to run a command", "wants to edit src/a.ts": the queue puts the agent's name before it. */
  sentence: z.string(),
  view: toolViewSchema,
  cwd: z.string(),
  reason: decisionReasonSchema,
  /** Why it asks, one sentence. */
  message: z.string(),
  /** The rule that made it ask, when one did. */
  rule: ruleRefSchema.optional(),
  parts: z.array(decisionPartSchema),
  effects: z.array(z.string()),
  risk: riskSchema,
  suggestions: z.array(permissionSuggestionSchema),
  /** A person changed the input, and this is what came of it. */
  edited: z.literal(true).optional(),
  /** Digest of tool name and input: an answer must carry it, so it is bound to what was shown. */
  digest: z.string(),
  /** Of a tool of an MCP server: digest of the definition that was shown, which an answer may accept. */
  definition: z.string().optional(),
});
export type Ask = z.infer<typeof askSchema>;

const message = z.string().max(100_000).optional();

const personsAnswers = [
  /** The model reads the message after the result. */
  z.object({ type: z.literal('allow_once'), message }),
  /**
   * With another input in place of the model's. It is validated and decided like any other; where it would do something else than what
   * was shown, the question is put again with it (SPEC P1). The model is told.
   */
  z.object({ type: z.literal('allow_edited'), input: z.record(z.string(), z.unknown()), message }),
  z.object({ type: z.literal('allow_always'), rules: z.array(z.string().min(1)).min(1), destination: ruleDestinationSchema }),
  z.object({ type: z.literal('set_mode'), mode: z.literal('acceptEdits') }),
  /** These folders count as working directories from now on: reads run free there, edits follow the mode. Absolute paths. */
  z.object({
    type: z.literal('add_directories'),
    directories: z.array(z.string().min(1).max(4096)).min(1).max(10),
    destination: ruleDestinationSchema,
  }),
  /** To questions of the agent: a form has been filled in. */
  z.object({ type: z.literal('answer_questions'), answers: answersSchema }),
  /** To a proposed plan; `plan` only when the person changed it. */
  z.object({
    type: z.literal('accept_plan'),
    mode: planAcceptanceSchema,
    clearContext: z.boolean(),
    plan: z.string().min(1).max(MAX_PLAN_CHARS).optional(),
  }),
  /** With a message the model reads it and goes on; without, the turn ends (SPEC G9). */
  z.object({ type: z.literal('deny'), message }),
] as const;

/** A person's answer. `allow_always` names the rules to save (possibly edited) and where. */
export const askAnswerSchema = z.discriminatedUnion('type', personsAnswers);
export type AskAnswer = z.infer<typeof askAnswerSchema>;

/** An answer, whoever gave it. Hooks alone allow a call and change several things with it. */
export const givenAnswerSchema = z.discriminatedUnion('type', [
  ...personsAnswers,
  z.object({ type: z.literal('allow_and_update'), updates: z.array(permissionUpdateSchema).min(1) }),
]);
export type GivenAnswer = z.infer<typeof givenAnswerSchema>;
