import { LRUCache } from 'lru-cache';
import { type ParsedRule, parseRule } from '#shared/permission/grammar.ts';
import type { RuleBehavior } from '#shared/permission/rule.ts';

const known = new LRUCache<string, ParsedRule>({ max: 20_000 });

/** Parses a rule, with a cache: changing one rule of thousands parses only that one. */
export function parsedRule(text: string, behavior: RuleBehavior): ParsedRule {
  const key = `${behavior}\0${text}`;
  let parsed = known.get(key);
  if (!parsed) {
    parsed = parseRule(text, behavior);
    known.set(key, parsed);
  }
  return parsed;
}
