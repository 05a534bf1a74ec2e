import { type ParsedRule, parseRule } from '#shared/permission/grammar.ts';
import type { RuleBehavior } from '#shared/permission/rule.ts';

/** More than anyone has rules; past it the cache starts anew. */
const MAX_KNOWN = 20_000;
const known = new Map<string, ParsedRule>();

/** Parses a rule, with a cache: changing one rule of thousands parses only that one. */
export function parsedRule(text: string, behavior: RuleBehavior): ParsedRule {
  const key = `${behavior}\0${text}`;
  let parsed = known.get(key);
  if (!parsed) {
    parsed = parseRule(text, behavior);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(key, parsed);
  }
  return parsed;
}
