import type { RuleEntry } from '#shared/permission/rule.ts';
import { type Case } from '../layers/case.ts';
import { type CommandIndex, withCommands } from './command-index.ts';
import { allowRulesOf, type RuleSet } from './rule-set.ts';

/** The case with additional allow rules for the session. Only command and path rules count. */
export function withAllowRules(at: Case, texts: readonly string[], more: Pick<RuleEntry, 'unseen'> = {}): Case {
  if (texts.length === 0) return at;
  const entries = texts.map((text, index): RuleEntry => ({
    id: `suggested:${String(index)}`,
    behavior: 'allow',
    source: 'session',
    text,
    ...more,
  }));
  const added = allowRulesOf(entries, at.context);
  return { ...at, rules: { ...at.rules, allow: joined(at.rules.allow, added) } };
}

function joined(set: RuleSet, added: RuleSet): RuleSet {
  const commands = new Map<string, CommandIndex>(set.commands);
  for (const [tool, index] of added.commands) {
    const known = commands.get(tool);
    commands.set(tool, known === undefined ? index : withCommands(known, index.all));
  }
  return {
    ...set,
    commands,
    paths: joinedLists(set.paths, added.paths),
    // Computed lazily: there may be thousands, and whether a rule covers a path is decided without them.
    get pathRules() {
      return joinedLists(set.pathRules, added.pathRules);
    },
  };
}

function joinedLists<T>(
  known: ReadonlyMap<string, readonly T[]>,
  added: ReadonlyMap<string, readonly T[]>,
): ReadonlyMap<string, readonly T[]> {
  const lists = new Map(known);
  for (const [tool, list] of added) lists.set(tool, [...(known.get(tool) ?? []), ...list]);
  return lists;
}
