import type { RuleRow } from '#shared/contract/project.ts';
import { SOURCE_WORDS } from './rule-words.ts';

/** Whether every word of the filter occurs in the rule, its description, its source or its file. */
export function matchesFilter(rule: RuleRow, filter: string): boolean {
  const text = [rule.text, rule.sentence, rule.behavior, SOURCE_WORDS[rule.source], rule.file, rule.inert].join('\n').toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
