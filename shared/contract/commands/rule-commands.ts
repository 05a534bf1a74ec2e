import { z } from 'zod';
import { decisionSchema } from '../../permission/decision.ts';
import { ruleBehaviorSchema, ruleDestinationSchema, ruleEditSchema } from '../../permission/rule.ts';
import { ruleListSchema } from '../project.ts';
import { backtestSchema, MAX_BACKTEST_LIMIT, ruleDraftSchema, ruleTextSchema, ruleUsageSchema, triedCallSchema } from '../rules.ts';
import { nothing, projectDir, sessionId } from './fields.ts';

/** Permission rules, and their effect on past calls. */
export const ruleCommands = {
  'rules.list': { input: z.strictObject({ projectDir, sessionId: sessionId.optional() }), output: ruleListSchema },
  /** Adds, moves, edits, disables and deletes rules. `undo`: the edits that revert this. */
  'rules.change': {
    input: z.strictObject({ projectDir, sessionId: sessionId.optional(), edits: z.array(ruleEditSchema).min(1).max(50) }),
    output: z.object({ list: ruleListSchema, undo: z.array(ruleEditSchema) }),
  },
  /** Checks a draft as it is typed. `ask`: the pending request that the rule is for. */
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
  /** Back-tests a draft against the project's latest calls. A new request with the same `slot` replaces the window's last one. */
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
  /** Rule usage in past calls, the origin of rules, and suggested rules. */
  'rules.usage': {
    input: z.strictObject({
      projectDir,
      sessionId: sessionId.optional(),
      limit: z.number().int().min(1).max(MAX_BACKTEST_LIMIT).default(2000),
    }),
    output: ruleUsageSchema,
  },
  /** Stops suggesting these rules. */
  'rules.dismiss': { input: z.strictObject({ projectDir, texts: z.array(ruleTextSchema).min(1).max(20) }), output: nothing },
  /** Decides a hypothetical call under the current rules and under a draft. Runs nothing. */
  'rules.try': {
    input: z.strictObject({ projectDir, sessionId: sessionId.optional(), call: triedCallSchema, draft: ruleDraftSchema.optional() }),
    output: z.object({ now: decisionSchema, withDraft: decisionSchema.nullable() }),
  },
  /** Rules that would allow a past call, narrowest first. */
  'rules.forCall': {
    input: z.strictObject({ projectDir, sessionId, callId: z.string().max(1000) }),
    output: z.object({ behavior: ruleBehaviorSchema, texts: z.array(z.string()), destination: ruleDestinationSchema, summary: z.string() }),
  },
} as const;
