import type { RuleRow } from '#shared/contract/project.ts';
import { RULE_BEHAVIORS, RULE_SOURCES, type RuleBehavior } from '#shared/permission/rule.ts';
import { SOURCE_WORDS } from './words.ts';

/** One line of the list: a group heading or a rule. */
export type ListItem =
  | { readonly type: 'group'; readonly behavior: RuleBehavior; readonly shown: number; readonly total: number }
  | { readonly type: 'rule'; readonly rule: RuleRow };

/** Deny, ask, allow; within each the highest source first, disabled rules last. */
export function inEvaluationOrder(rules: readonly RuleRow[]): readonly RuleRow[] {
  return rules.toSorted(
    (a, b) =>
      RULE_BEHAVIORS.indexOf(a.behavior) - RULE_BEHAVIORS.indexOf(b.behavior) ||
      Number(a.disabled) - Number(b.disabled) ||
      rank(a) - rank(b),
  );
}

/** The rules that match the filter in groups by behavior, each in the given order. */
export function listItems(rules: readonly RuleRow[], filter: string): ListItem[] {
  return RULE_BEHAVIORS.flatMap((behavior): ListItem[] => {
    const all = rules.filter((rule) => rule.behavior === behavior);
    const shown = filter.trim() === '' ? all : all.filter((rule) => matchesFilter(rule, filter));
    if (shown.length === 0) return [];
    return [
      { type: 'group', behavior, shown: shown.length, total: all.length },
      ...shown.map((rule): ListItem => ({ type: 'rule', rule })),
    ];
  });
}

function rank(rule: RuleRow): number {
  return RULE_SOURCES.indexOf(rule.source);
}

/** Whether every word of the filter occurs in the rule, its description, its source or its file. */
export function matchesFilter(rule: RuleRow, filter: string): boolean {
  const text = [rule.text, rule.sentence, rule.behavior, SOURCE_WORDS[rule.source], rule.file, rule.inert].join('\n').toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
