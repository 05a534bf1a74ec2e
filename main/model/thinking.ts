import { byFamily } from '#shared/model/model-family.ts';

/** The request's `thinking` field. */
export type ThinkingParam =
  /** The model decides when and how much. Newer ones keep their thoughts to themselves unless a summary is asked for. */
  | { readonly type: 'adaptive'; readonly display: 'summarized' }
  | { readonly type: 'enabled'; readonly budget_tokens: number }
  | { readonly type: 'disabled' };

/** How a model thinks: always and as it likes, as it likes unless told not to, or only with a budget. */
type Style = 'always' | 'adaptive' | 'budget';

/** By family (see `byFamily`), as platform.claude.com describes them, November 2026. */
const STYLES: Readonly<Record<string, Style>> = {
  'claude-fable-5': 'always',
  'claude-mythos-5': 'always',
  'claude-opus-5-5': 'always',
  'claude-opus-5': 'adaptive',
  'claude-opus-4-8': 'adaptive',
  'claude-opus-4-7': 'adaptive',
  'claude-opus-4-6': 'adaptive',
  'claude-sonnet-5': 'adaptive',
  'claude-sonnet-4-6': 'adaptive',
  'claude-haiku-5': 'adaptive',
  'claude-opus-4': 'budget',
  'claude-sonnet-4': 'budget',
  'claude-haiku-4-5': 'budget',
};

/** The least an API takes. Tokens. */
const MIN_BUDGET = 1024;

/**
 * What to ask for. Models that decide by themselves are left to; others think only with the budget that `MAX_THINKING_TOKENS` gives.
 * 0 there switches it off where that can be. `undefined`: the field is left out, as it always is for models nobody told us of unless a
 * budget is given.
 */
export function thinkingParam(model: string, maxTokens: number, env: NodeJS.ProcessEnv): ThinkingParam | undefined {
  const style = byFamily(STYLES, model);
  const budget = budgetFrom(env);
  if (style === 'always' || style === 'adaptive') {
    return budget === 0 && style === 'adaptive' ? { type: 'disabled' } : { type: 'adaptive', display: 'summarized' };
  }
  if (budget === undefined) return undefined;
  // Thoughts count as output, and an API wants some left for the answer.
  const fitting = Math.min(budget, maxTokens - 1);
  return fitting < MIN_BUDGET ? undefined : { type: 'enabled', budget_tokens: fitting };
}

/** `MAX_THINKING_TOKENS` where it is a whole number. */
function budgetFrom(env: NodeJS.ProcessEnv): number | undefined {
  const text = env['MAX_THINKING_TOKENS'] ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** What a server objected to: being asked to think, or thoughts in the conversation that it can't check. */
export type ThinkingRefusal = 'parameter' | 'thoughts';

/** Reads a server's objection; `undefined` when it is about something else. */
export function thinkingRefusal(status: number, message: string): ThinkingRefusal | undefined {
  if ((status !== 400 && status !== 422) || !/thinking|budget_tokens/i.test(message)) return undefined;
  // What the parameter demands of the conversation goes away with the parameter.
  if (/expected [`'"]?(redacted_)?thinking|must start with a thinking block/i.test(message)) return 'parameter';
  return /signature|thinking[`'"]? blocks?\b/i.test(message) ? 'thoughts' : 'parameter';
}
