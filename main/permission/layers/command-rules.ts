import type { CommandFact } from '#shared/permission/facts.ts';
import { matchesCommand } from '#shared/permission/command-pattern.ts';
import { candidates, candidatesFrom, type CommandIndex } from '../rules/command-index.ts';
import type { ActiveRule } from '../rules/active-rule.ts';
import type { RuleSet } from '../rules/rule-set.ts';
import { namesWhatRuns } from '../shell/commands/named-runners.ts';
import { staysInTask } from '../shell/commands/named-tasks.ts';
import { destroyingWord } from '../shell/commands/destroying-words.ts';
import { unknownVerb } from '../shell/commands/known-verbs.ts';
import { setsRemote } from '../shell/git/git-remotes.ts';
import { staysInQuery } from '../shell/commands/languages/sql-queries.ts';
import { hasTable } from '../shell/commands/prefix-options.ts';
import { canonicalPowerShell } from '../shell/analyse-powershell.ts';
import { commandRuleTool } from '#shared/tool-table.ts';
import type { Case } from './case.ts';
import { sameCommandAs } from './same-command.ts';

export interface CommandRuleHit {
  readonly rule: ActiveRule;
  readonly subject: string;
  readonly sure: boolean;
}

/** The deny or ask rule that any command of the line matches, at any depth and in any spelling. */
export function reachingCommandRule(set: RuleSet, at: Case): CommandRuleHit | undefined {
  const index = set.commands.get(commandRuleTool(at.facts.toolName));
  const { shell } = at.facts;
  if (shell === undefined || index === undefined) return undefined;
  if (at.facts.toolName === 'PowerShell') return powerShellHit(index, [shell.line, ...shell.fragments], shell.line);
  const find = (texts: readonly string[], subject: string): CommandRuleHit | undefined => {
    for (const text of texts) {
      const rule = candidates(index, text).find((one) => matches(one, text));
      if (rule !== undefined) return { rule, subject, sure: true };
    }
    return undefined;
  };
  let possible: CommandRuleHit | undefined;
  for (const command of shell.commands) {
    const hit = find([...command.looseTexts, command.text], command.text);
    if (hit !== undefined) return hit;
    possible ??= find(command.suspectTexts, command.text) ?? possibleMatch(index, command) ?? otherSpelling(index, command);
  }
  const whole = find([shell.line, ...shell.fragments], shell.line);
  return whole ?? (possible === undefined ? undefined : { ...possible, sure: false });
}

function possibleMatch(index: CommandIndex, command: CommandFact): CommandRuleHit | undefined {
  if (!command.argv.includes(null)) return undefined;
  const rule = candidatesFrom(index, knownStart(command)).find((one) => mayMatch(one, command));
  return rule === undefined ? undefined : { rule, subject: command.text, sure: false };
}

function otherSpelling(index: CommandIndex, command: CommandFact): CommandRuleHit | undefined {
  const written = command.argv[0]?.replace(/^.*\//u, '') ?? command.program;
  const names = new Set([command.program, written]);
  const rule = [...names].flatMap((name) => candidatesFrom(index, name)).find(sameCommandAs(command.argv));
  return rule === undefined ? undefined : { rule, subject: command.text, sure: false };
}

function matches(rule: ActiveRule, text: string): boolean {
  return rule.parsed.body.kind === 'command' && matchesCommand(rule.parsed.body, text);
}

/** PowerShell ignores case and has aliases, so every rule is compared in its canonical form. */
function powerShellHit(index: CommandIndex, texts: readonly string[], subject: string): CommandRuleHit | undefined {
  const rule = index.all.find(({ parsed: { body } }) => {
    if (body.kind !== 'command') return false;
    const canonical = { ...body, text: canonicalPowerShell(body.text) };
    return texts.some((text) => matchesCommand(canonical, canonicalPowerShell(text)));
  });
  return rule === undefined ? undefined : { rule, subject, sure: true };
}

/** Words known only at run time could complete the command that the rule names. */
function mayMatch(rule: ActiveRule, command: CommandFact): boolean {
  const { body } = rule.parsed;
  if (body.kind !== 'command') return false;
  const start = knownStart(command);
  const fixed = body.text.split('*')[0] ?? '';
  return fixed.startsWith(start) || start.startsWith(fixed.trimEnd() === '' ? '\0' : fixed);
}

/** The words before the first one known only at run time. */
function knownStart({ argv }: CommandFact): string {
  return `${argv.slice(0, argv.indexOf(null)).join(' ')} `.trimStart();
}

/** The allow rule for exactly this text. */
export function exactRule(text: string, at: Case): ActiveRule | undefined {
  return candidates(at.rules.allow.commands.get(commandRuleTool(at.facts.toolName)), text).find(
    (rule) => rule.entry.unseen === undefined && isExactly(rule, text),
  );
}

/** The session's consent to run the whole line here, although it can't be seen through. */
export function unseenRule(at: Case): ActiveRule | undefined {
  const { shell, toolName, cwd } = at.facts;
  const index = at.rules.allow.commands.get(commandRuleTool(toolName));
  if (shell === undefined || index === undefined) return undefined;
  return candidates(index, shell.line).find((rule) => rule.entry.unseen === cwd && isExactly(rule, shell.line));
}

function isExactly({ parsed: { body } }: ActiveRule, text: string): boolean {
  return body.kind === 'command' && body.form === 'exact' && matchesCommand(body, text);
}

/** The prefix or wildcard rule that covers a command under strict matching. */
export function patternRule(command: CommandFact, at: Case): ActiveRule | undefined {
  if (command.beyondPrefix.length > 0 || command.opaqueCode) return undefined;
  const named = wordToName(command);
  return candidates(at.rules.allow.commands.get(commandRuleTool(at.facts.toolName)), command.strictText).find(({ parsed: { body } }) => {
    if (body.kind !== 'command' || body.form === 'exact') return false;
    const fixed = body.text.split('*')[0] ?? '';
    const values = command.argv.slice(1);
    if (!namesWhatRuns(command.program, values, fixed) || !staysInQuery(command.program, values, fixed)) return false;
    if (!staysInTask(command.program, values, fixed)) return false;
    if (named !== undefined && !fixed.split(/\s+/u).includes(named)) return false;
    if (leavesFolder(command.argv[0] ?? '', fixed)) return false;
    return matchesCommand(body, command.strictText);
  });
}

/** A rule that names one of the command’s tasks, and so doesn’t cover the others. */
export function ruleOfOneTask({ program, argv, strictText }: CommandFact, at: Case): ActiveRule | undefined {
  return candidates(at.rules.allow.commands.get(commandRuleTool(at.facts.toolName)), strictText).find(
    ({ parsed: { body } }) =>
      body.kind === 'command' &&
      body.form !== 'exact' &&
      matchesCommand(body, strictText) &&
      !staysInTask(program, argv.slice(1), body.text.split('*')[0] ?? ''),
  );
}

/** Whether a program is not below the folder that a rule names (`./scripts/*`), although its path starts there. */
function leavesFolder(program: string, fixed: string): boolean {
  const climbs = (file: string): number => file.split('/').filter((name) => name === '..').length;
  return /^\S*\/\S*$/u.test(fixed) && climbs(program) > climbs(fixed);
}

/**
 * A word that often ends or removes something (`stop`, `reset`), a sub-command that another program or an alias provides, or one that says
 * where others send to: only rules that contain it cover it.
 */
export function wordToName(command: CommandFact): string | undefined {
  if (hasTable(command.program)) return undefined;
  const values = command.argv.slice(1);
  if (command.program === 'git' && setsRemote(values)) return 'remote';
  // Without it yq only prints.
  const inPlace = command.program === 'yq' ? values.find((value) => /^(?:-[a-zA-Z]*i|--in-?place)/u.test(value ?? '')) : undefined;
  if (inPlace != null) return inPlace;
  return destroyingWord(command.program, values)?.word ?? unknownVerb(command.program, values);
}

/** A deny or ask rule in force that applies to shell lines, so that a line must be fully analysable. */
export function restrictingRule(at: Case): ActiveRule | undefined {
  for (const set of [at.rules.deny, at.rules.ask]) {
    const command = set.commands.get(commandRuleTool(at.facts.toolName))?.all[0];
    const file = set.pathRules.get('Read')?.[0] ?? set.pathRules.get('Edit')?.[0];
    if (command !== undefined || file !== undefined) return command ?? file;
  }
  return undefined;
}
