import type { ParsedRule } from '#shared/permission/grammar.ts';
import type { RuleEntry } from '#shared/permission/rule.ts';
import type { AnchoredPattern } from './path-pattern.ts';

/** A parsed rule with its matchers. */
export interface ActiveRule {
  readonly entry: RuleEntry;
  readonly parsed: ParsedRule;
}

export interface PathRule extends ActiveRule {
  readonly anchored: AnchoredPattern;
}
