import type { CommandFact } from '#shared/permission/facts.ts';
import type { ActiveRule, RuleSet } from '../rules/rule-set.ts';
import { commandRuleTool } from '../tool-kinds.ts';
import type { Case } from './case.ts';
import { coverLine } from './coverage.ts';

interface UnseenCommand {
  readonly command: CommandFact;
  readonly why: string;
  /** The deny or ask rule that might match. */
  readonly rule: ActiveRule;
}

/**
 * A command that might hide a match of a deny or ask rule, where only a wide consent (a rule for the whole tool, bypass mode) would let it
 * run. A rule that names the command consents to what it does.
 */
export function unseenCommand(at: Case): UnseenCommand | undefined {
  const { shell, toolName } = at.facts;
  const { whole } = at.rules.allow;
  if (shell === undefined || !(at.bypass || whole.has(toolName) || whole.has(commandRuleTool(toolName)))) return undefined;
  const named = lazily(() => coverLine(at, { rules: true, edits: false }));
  for (const [index, command] of shell.commands.entries()) {
    const found = threatened(command, at);
    if (found === undefined) continue;
    const by = named()[index]?.by;
    if (by !== 'rule' && by !== 'parent' && by !== 'networkRead') return { command, ...found };
  }
  return undefined;
}

/** The first rule that the command's hidden effects might match. */
function threatened({ unseen }: CommandFact, at: Case): Omit<UnseenCommand, 'command'> | undefined {
  if (unseen === undefined) return undefined;
  const tool = commandRuleTool(at.facts.toolName);
  for (const set of [at.rules.deny, at.rules.ask]) {
    const read = set.pathRules.get('Read')?.[0];
    const edit = set.pathRules.get('Edit')?.[0];
    const found = may(unseen.runs, commandRule(set, tool) ?? read ?? edit) ?? may(unseen.reads, read) ?? may(unseen.writes, edit);
    if (found !== undefined) return found;
  }
  return undefined;
}

const commandRule = (set: RuleSet, tool: string): ActiveRule | undefined => set.commands.get(tool)?.all[0];

function may(why: string | undefined, rule: ActiveRule | undefined): Omit<UnseenCommand, 'command'> | undefined {
  return why === undefined || rule === undefined ? undefined : { why, rule };
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
