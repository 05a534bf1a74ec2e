import { parseRule } from './grammar.ts';
import type { RuleBehavior } from './rule.ts';

/** Why a text is not a rule that means something, in words; `undefined` when it is one. Nothing that has a mistake is saved. */
export function ruleMistake(text: string, behavior: RuleBehavior): string | undefined {
  return parseRule(text, behavior).diagnostics.find(({ severity }) => severity === 'error')?.message;
}

/** The first of several texts that is not a rule, with why. */
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
