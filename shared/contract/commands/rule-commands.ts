import { z } from 'zod';
import { decisionSchema } from '../../permission/decision.ts';
import { ruleBehaviorSchema, ruleDestinationSchema, ruleEditSchema } from '../../permission/rule.ts';
import { ruleListSchema } from '../project.ts';
import { backtestSchema, MAX_BACKTEST_LIMIT, ruleDraftSchema, ruleTextSchema, ruleUsageSchema, triedCallSchema } from '../rules.ts';
import { nothing, projectDir, sessionId } from './fields.ts';

/** Permission rules, and what they would have meant. */
export const ruleCommands = {
  'rules.list': { input: z.strictObject({ projectDir, sessionId: sessionId.optional() }), output: ruleListSchema },
  /** Adds, moves, edits, switches off and deletes rules. `undo`: the edits that take it back. */
  'rules.change': {
    input: z.strictObject({ projectDir, sessionId: sessionId.optional(), edits: z.array(ruleEditSchema).min(1).max(50) }),
    output: z.object({ list: ruleListSchema, undo: z.array(ruleEditSchema) }),
  },
  /** Checks a draft as it is typed. `ask`: an open request of the session, which the rule is made for. */
  'rules.check': {
    input: z.strictObject({
      text: z.string().max(10_000),
      behavior: ruleBehaviorSchema,
      ask: z.strictObject({ projectDir, sessionId, askId: z.string().max(1000), destination: ruleDestinationSchema }).optional(),
    }),
    output: z.object({
      sentence: z.string(),
      diagnostics: z.array(z.object({ severity: z.enum(['error', 'warning', 'info']), message: z.string() })),
    }),
  },
  /** What a draft would have meant for the latest calls of the project. A new question of a window under the same `slot` replaces the last. */
  'rules.backtest': {
    input: z.strictObject({
      projectDir,
      sessionId: sessionId.optional(),
      draft: ruleDraftSchema,
      limit: z.number().int().min(1).max(MAX_BACKTEST_LIMIT).default(500),
      slot: z.string().max(100).default('draft'),
    }),
    output: backtestSchema,
  },
  /** Which rules had a say in past calls, where they come from, and which are worth making. */
  'rules.usage': {
    input: z.strictObject({
      projectDir,
      sessionId: sessionId.optional(),
      limit: z.number().int().min(1).max(MAX_BACKTEST_LIMIT).default(2000),
    }),
    output: ruleUsageSchema,
  },
  /** Doesn't offer these rules any more. */
  'rules.dismiss': { input: z.strictObject({ projectDir, texts: z.array(ruleTextSchema).min(1).max(20) }), output: nothing },
  /** Decides a made-up call with the rules as they are, and with a draft. Runs nothing. */
  'rules.try': {
    input: z.strictObject({ projectDir, sessionId: sessionId.optional(), call: triedCallSchema, draft: ruleDraftSchema.optional() }),
    output: z.object({ now: decisionSchema, withDraft: decisionSchema.nullable() }),
  },
  /** The rules that would let a past call run, narrowest first. */
  'rules.forCall': {
    input: z.strictObject({ projectDir, sessionId, callId: z.string().max(1000) }),
    output: z.object({ behavior: ruleBehaviorSchema, texts: z.array(z.string()), destination: ruleDestinationSchema, summary: z.string() }),
  },
} as const;
