import { parseRule } from './grammar.ts';
import type { RuleBehavior } from './rule.ts';

/** Why a text isn't a valid rule, as text; `undefined` if it is. Rules with a mistake aren't saved. */
export function ruleMistake(text: string, behavior: RuleBehavior): string | undefined {
  return parseRule(text, behavior).diagnostics.find(({ severity }) => severity === 'error')?.message;
}

/** The first of several texts that isn't a valid rule, with the reason. */
export function mistakenRule(
  texts: readonly string[],
  behavior: RuleBehavior,
): { readonly text: string; readonly why: string } | undefined {
  for (const text of texts) {
    const why = ruleMistake(text, behavior);
    if (why !== undefined) return { text, why };
  }
  return undefined;
}
