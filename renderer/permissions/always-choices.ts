import type { PermissionSuggestion } from '#shared/permission/decision.ts';
import type { RuleDestination } from '#shared/permission/rule.ts';
import type { AskAnswer } from '#shared/session/ask.ts';

/** One way to have this allowed from now on. */
export type AlwaysChoice =
  | { readonly type: 'rules'; readonly label: string; readonly rules: readonly string[]; readonly destination: RuleDestination }
  | { readonly type: 'mode'; readonly label: string };

/** What the engine suggests and an answer can carry. Other suggestions (folders, other modes) have no answer yet. */
export function alwaysChoices(suggestions: readonly PermissionSuggestion[]): readonly AlwaysChoice[] {
  return suggestions.flatMap((suggestion): AlwaysChoice[] => {
    if (suggestion.type === 'addRules')
      return [{ type: 'rules', label: suggestion.label, rules: suggestion.rules, destination: suggestion.destination }];
    if (suggestion.type === 'setMode' && suggestion.mode === 'acceptEdits') return [{ type: 'mode', label: suggestion.label }];
    return [];
  });
}

/** The answer for a choice as edited, or `undefined` while no rule is left in it. */
export function alwaysAnswer(choice: AlwaysChoice, rules: readonly string[], destination: RuleDestination): AskAnswer | undefined {
  if (choice.type === 'mode') return { type: 'set_mode', mode: 'acceptEdits' };
  const kept = rules.map((rule) => rule.trim()).filter((rule) => rule !== '');
  return kept.length === 0 ? undefined : { type: 'allow_always', rules: kept, destination };
}
