import { z } from 'zod';
import { decisionSchema } from '../../permission/decision.ts';
import { ruleBehaviorSchema, ruleDestinationSchema } from '../../permission/rule.ts';
import {
  backtestSchema,
  learnedRuleSchema,
  MAX_BACKTEST_LIMIT,
  ruleCompletionSchema,
  ruleDraftSchema,
  ruleTextSchema,
  ruleUsageSchema,
  triedCallSchema,
} from '../rules.ts';
import { nothing, projectDir, sessionId } from './fields.ts';

/** The effect of rules and drafts on past and hypothetical calls. */
export const backtestCommands = {
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
  /** What past calls suggest for the brackets of a rule, most used first. */
  'rules.completions': {
    input: z.strictObject({ projectDir, limit: z.number().int().min(1).max(MAX_BACKTEST_LIMIT).default(1000) }),
    output: z.object({ completions: z.array(ruleCompletionSchema) }),
  },
  /** Whether a person allowed calls like an open request so often that its suggested rule is offered; `null` if not, or if it was dismissed. */
  'rules.learned': {
    input: z.strictObject({ projectDir, sessionId, askId: z.string().max(1000) }),
    output: z.object({ learned: learnedRuleSchema.nullable() }),
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
