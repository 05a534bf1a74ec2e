import type { CommandFact } from '#shared/permission/facts.ts';
import { matchesCommand } from '#shared/permission/command-pattern.ts';
import type { ActiveRule, RuleSet } from '../rules/rule-set.ts';
import { namesWhatRuns } from '../shell/commands/beyond-prefix.ts';
import type { Case } from './case.ts';

export interface CommandRuleHit {
  readonly rule: ActiveRule;
  readonly subject: string;
  readonly sure: boolean;
}

/** The deny or ask rule that any command of the line meets, at any depth and in any spelling. */
export function reachingCommandRule(set: RuleSet, at: Case): CommandRuleHit | undefined {
  const rules = set.commands.get(at.facts.toolName) ?? [];
  const { shell } = at.facts;
  if (shell === undefined || rules.length === 0) return undefined;
  let possible: CommandRuleHit | undefined;
  for (const rule of rules) {
    if (matches(rule, shell.line)) return { rule, subject: shell.line, sure: true };
    for (const command of shell.commands) {
      if (command.looseTexts.some((text) => matches(rule, text)) || matches(rule, command.text)) return { rule, subject: command.text, sure: true };
      if (command.suspectTexts.some((text) => matches(rule, text)) || mayMatch(rule, command)) possible ??= { rule, subject: command.text, sure: false };
    }
    const fragment = shell.fragments.find((text) => matches(rule, text));
    if (fragment !== undefined) return { rule, subject: fragment, sure: true };
  }
  return possible;
}

function matches(rule: ActiveRule, text: string): boolean {
  return rule.parsed.body.kind === 'command' && matchesCommand(rule.parsed.body, text);
}

/** Words only known at run time could complete the command the rule speaks of. */
function mayMatch(rule: ActiveRule, command: CommandFact): boolean {
  const { body } = rule.parsed;
  const unknown = command.argv.indexOf(null);
  if (body.kind !== 'command' || unknown < 0) return false;
  const start = `${command.argv.slice(0, unknown).join(' ')} `.trimStart();
  const fixed = body.text.split('*')[0] ?? '';
  return fixed.startsWith(start) || start.startsWith(fixed.trimEnd() === '' ? '\0' : fixed);
}

/** The allow rule for exactly this text. */
export function exactRule(text: string, at: Case): ActiveRule | undefined {
  return (at.rules.allow.commands.get(at.facts.toolName) ?? []).find((rule) => rule.parsed.body.kind === 'command' && rule.parsed.body.form === 'exact' && matchesCommand(rule.parsed.body, text));
}

/** The prefix or wildcard rule that covers a command in the strict form. */
export function patternRule(command: CommandFact, at: Case): ActiveRule | undefined {
  if (command.beyondPrefix.length > 0 || command.opaqueCode) return undefined;
  return (at.rules.allow.commands.get(at.facts.toolName) ?? []).find(({ parsed: { body } }) => {
    if (body.kind !== 'command' || body.form === 'exact') return false;
    if (!namesWhatRuns(command.program, command.argv[1], body.text.split('*')[0] ?? '')) return false;
    return matchesCommand(body, command.strictText);
  });
}

/** Deny or ask rules that reach into shell lines are in force, so a line must be seen through. */
export function restrictingRule(at: Case): ActiveRule | undefined {
  for (const set of [at.rules.deny, at.rules.ask]) {
    const command = set.commands.get(at.facts.toolName)?.[0];
    const file = set.pathRules.get('Read')?.[0] ?? set.pathRules.get('Edit')?.[0];
    if (command !== undefined || file !== undefined) return command ?? file;
  }
  return undefined;
}
