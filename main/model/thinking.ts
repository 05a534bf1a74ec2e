import { readVariable } from '#main/environment.ts';
import { modelFamily } from '#shared/model/models.ts';

/** The request's `thinking` field. */
export type ThinkingParam =
  /** The model decides when and how much to think. Newer models return thinking only if a summary is requested. */
  | { readonly type: 'adaptive'; readonly display: 'summarized' }
  | { readonly type: 'enabled'; readonly budget_tokens: number }
  | { readonly type: 'disabled' };

/** The API's minimum, in tokens. */
const MIN_BUDGET = 1024;

/**
 * The `thinking` field of a request. Adaptive models decide for themselves; others think only with the budget of `MAX_THINKING_TOKENS`,
 * where 0 turns thinking off if the model allows it. `undefined`: leave the field out, as for unknown models without a budget.
 */
export function thinkingParam(model: string, maxTokens: number, env: NodeJS.ProcessEnv): ThinkingParam | undefined {
  const style = modelFamily(model).thinking;
  const budget = readVariable(env, 'MAX_THINKING_TOKENS');
  if (style === 'always' || style === 'adaptive') {
    return budget === 0 && style === 'adaptive' ? { type: 'disabled' } : { type: 'adaptive', display: 'summarized' };
  }
  if (budget === undefined) return undefined;
  // Thinking counts as output, and the API requires some tokens for the answer.
  const fitting = Math.min(budget, maxTokens - 1);
  return fitting < MIN_BUDGET ? undefined : { type: 'enabled', budget_tokens: fitting };
}

/** What a server rejected: the `thinking` parameter, the effort, or thinking blocks in the conversation that it can't verify. */
export type ThinkingRefusal = 'parameter' | 'effort' | 'thoughts';

/** Interprets an error response; `undefined` when it isn't about thinking. */
export function thinkingRefusal(status: number, message: string): ThinkingRefusal | undefined {
  if (status !== 400 && status !== 422) return undefined;
  if (/\beffort\b|output_config/i.test(message)) return 'effort';
  if (!/thinking|budget_tokens/i.test(message)) return undefined;
  // Requirements on thinking blocks disappear together with the parameter.
  if (/expected [`'"]?(redacted_)?thinking|must start with a thinking block/i.test(message)) return 'parameter';
  return /signature|thinking[`'"]? blocks?\b/i.test(message) ? 'thoughts' : 'parameter';
}
