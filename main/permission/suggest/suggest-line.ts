import type { PermissionSuggestion, RulesSuggestion } from '#shared/permission/decision.ts';
import type { CommandFact, PathFact } from '#shared/permission/facts.ts';
import type { Case } from '../layers/case.ts';
import { coverLine, type PartCoverage } from '../layers/coverage.ts';
import { exactRule } from '../layers/command-rules.ts';
import { coveringRule } from '../layers/file-rules.ts';
import { freeToRead, inWorkingDirs, isNullDevice } from '../layers/folders.ts';
import { READ_ONLY_COMMANDS } from '../shell/commands/read-only.ts';
import { isInside } from '#main/tool/is-inside.ts';
import { isOnHost, isReadInContainer } from '../shell/effects/on-host.ts';
import { withAllowRules } from '../rules/extended-rules.ts';
import { commandRuleTexts, exactText, hasOthersRights, isSingleTool, TASK_LISTS } from './suggest-command-rule.ts';
import { narrowRuleTexts } from './suggest-width.ts';
import { escaped, isSecret, patternOfFile, patternsAround } from './suggest-folder.ts';
import { acceptEdits, rulesSuggestion } from './suggestion.ts';
import { commandRuleTool } from '#shared/tool-table.ts';
import { candidatesFrom } from '../rules/command-index.ts';

const MAX_RULES = 6;

/** Suggestions that would allow a command line next time. Each is tried on this line before it is offered. */
export function suggestForLine(at: Case): PermissionSuggestion[] {
  const { shell } = at.facts;
  if (shell === undefined || shell.limits.some(({ opaque }) => opaque)) return [];
  if (shell.limits.length > 0) return rulesForWhole(at).map((rules) => rulesSuggestion(rules, 'session', at));
  const suggestions: PermissionSuggestion[] = [];
  if (at.context.mode === 'default' && coverLine(at, { rules: true, edits: true }).every(({ covered }) => covered))
    suggestions.push(acceptEdits());
  const wide = rulesForParts(at, 'wide') ?? rulesForWhole(at)[0];
  const widths = wide && [rulesForParts(at, 'narrow'), rulesForParts(at, 'file'), wide];
  for (const rules of new Map(widths?.map((one) => [one?.join('\0'), one])).values()) {
    if (rules !== undefined)
      suggestions.push(rulesSuggestion(rules, rules.some((text) => isOfOtherFiles(text, at)) ? 'session' : 'local', at));
  }
  return suggestions;
}

/** A rule for files that aren’t the project’s. One for its own is saved as one for an edit is. */
function isOfOtherFiles(text: string, { facts: { realDirs }, context: { projectDir } }: Case): boolean {
  const file = /^(?:Read|Edit)\(\/(.+)\)$/su.exec(text)?.[1];
  return file !== undefined && !isInside(file, escaped(realDirs[projectDir] ?? projectDir));
}

const options = ({ context: { mode } }: Case) => ({ rules: true, edits: mode === 'acceptEdits' });

/** Of files outside: their folder, the file by itself, all of its checkout. */
type Width = 'narrow' | 'file' | 'wide';

/** A rule for each part that needs one, and for each folder outside. */
function rulesForParts(at: Case, width: Width): string[] | undefined {
  const parts = coverLine(at, options(at));
  const files = new Set<string>();
  for (const part of openParts(parts)) {
    const places = fileRules(part, parts, width, at);
    if (places === undefined || isReaderThatWrites(part, at)) return undefined;
    for (const rule of places) files.add(rule);
  }
  // A part whose command is allowed already asks for its files only.
  const withFiles = files.size === 0 ? parts : coverLine(withAllowRules(at, [...files]), options(at));
  const asked = openParts(parts).filter((part) => needsCommandRule(part, at) && withFiles[parts.indexOf(part)]?.covered !== true);
  const tried = asked.map((part) => wordings(part, width, at).map((text) => `${commandRuleTool(at.facts.toolName)}(${text})`));
  // Starts with the first text for all parts, then moves to the next ones, part by part.
  const chosen = tried.map(() => 0);
  const rules = (): string[] => [...new Set([...tried.flatMap((texts, index) => texts[chosen[index] ?? 0] ?? []), ...files])];
  for (let index = -1; index < tried.length;) {
    if (tried.some((texts, part) => (chosen[part] ?? 0) >= texts.length)) return undefined;
    const given = rules();
    const after = coverLine(withAllowRules(at, given), options(at));
    if (given.length > 0 && given.length <= MAX_RULES && isCovered(after)) return withoutUnused(given, files, at);
    index = nextOpen(asked, after, at, tried, chosen);
    if (index < 0) return undefined;
    chosen[index] = (chosen[index] ?? 0) + 1;
  }
  return undefined;
}

function isCovered(parts: readonly PartCoverage[]): boolean {
  return parts.length > 0 && parts.every(({ covered }) => covered);
}

/** Without the rules for written files that an exact rule for the command makes needless. Those for reading help with what follows. */
function withoutUnused(rules: readonly string[], files: ReadonlySet<string>, at: Case): string[] {
  let kept = [...rules];
  for (const file of [...files].filter((rule) => rule.startsWith('Edit('))) {
    const fewer = kept.filter((rule) => rule !== file);
    if (fewer.length > 0 && isCovered(coverLine(withAllowRules(at, fewer), options(at)))) kept = fewer;
  }
  return kept;
}

function wordings({ command }: PartCoverage, width: Width, at: Case): string[] {
  if (width !== 'wide') return narrowRuleTexts(command);
  const texts = commandRuleTexts(command);
  const wider = texts[0]?.endsWith(' *') === true ? widerRuleText(texts[0], at) : undefined;
  return wider === undefined ? texts : [wider, ...texts];
}

/** The first part its rule text doesn't cover, or -1 when none can be narrowed. */
function nextOpen(
  asked: readonly PartCoverage[],
  after: readonly PartCoverage[],
  at: Case,
  tried: readonly (readonly string[])[],
  chosen: readonly number[],
): number {
  const still = new Set(
    openParts(after)
      .filter((part) => needsCommandRule(part, at))
      .map(({ command }) => command),
  );
  return asked.findIndex(({ command }, index) => still.has(command) && (chosen[index] ?? 0) < (tried[index]?.length ?? 0));
}

/** The parts that ask, without those that such a part runs itself. */
function openParts(parts: readonly PartCoverage[]): PartCoverage[] {
  return parts.filter(({ covered, command }) => !covered && (command.runBy === undefined || parts[command.runBy]?.covered === true));
}

/** Whether the command itself needs a rule, and not only the files it touches. */
function needsCommandRule({ command }: PartCoverage, at: Case): boolean {
  if (command.readOnly || command.program === '') return false;
  return !(options(at).edits && command.fileCommand);
}

/** A reading program in an unlisted form that writes its output to a file: a rule for the file must not come with one for the program. */
function isReaderThatWrites(part: PartCoverage, at: Case): boolean {
  return needsCommandRule(part, at) && READ_ONLY_COMMANDS.has(part.command.program) && part.command.paths.some(isRedirectedTo);
}

const isRedirectedTo = (fact: PathFact): boolean => fact.via === 'redirect' && fact.access === 'write' && !isNullDevice(fact);

/** Rules for the files that a part and the commands it runs may not access yet; undefined when no rule can allow one of them. */
function fileRules(part: PartCoverage, parts: readonly PartCoverage[], width: Width, at: Case): string[] | undefined {
  const own = parts.filter((one) => one === part || (one.command.runBy !== undefined && parts[one.command.runBy] === part));
  const rules: string[] = [];
  const commands = at.facts.shell?.commands ?? [];
  const here = own.filter(({ command }) => !isOnHost(command, commands));
  for (const fact of here.flatMap(({ command }) => command.paths.filter((one) => !isReadInContainer(one, command, commands)))) {
    if (fact.access === 'mention' || isNullDevice(fact)) continue;
    const needed = fileRule(fact, part, width, at);
    if (needed === undefined) continue;
    if (needed.never) return undefined;
    rules.push(needed.text);
  }
  return rules;
}

type FileRule = { readonly never: true } | { readonly never: false; readonly text: string };
const NEVER: FileRule = { never: true };

/** The rule that a file needs; undefined when it needs none. */
function fileRule(fact: PathFact, part: PartCoverage, width: Width, at: Case): FileRule | undefined {
  const reads = fact.access === 'read' || fact.access === 'list' || fact.access === 'enter';
  if (reads) {
    if (freeToRead(fact, at) || coveringRule(fact, ['Read', 'Edit'], at) !== undefined) return undefined;
    const pattern = around(fact, width, at);
    return pattern === undefined ? NEVER : { never: false, text: `Read(${pattern})` };
  }
  if (coveringRule(fact, ['Edit'], at) !== undefined) return undefined;
  const isInside = inWorkingDirs(fact, at);
  const side = fact.via === 'redirect' || fact.via === 'option';
  if (isInside && (!side || (options(at).edits && !fact.afterCd))) return undefined;
  if (fact.unresolved || fact.glob || fact.oddity !== undefined || fact.access === 'delete' || (!side && !part.command.fileCommand))
    return NEVER;
  const pattern = isInside ? `/${escaped(fact.real)}` : around(fact, width, at);
  return pattern === undefined ? NEVER : { never: false, text: `Edit(${pattern})` };
}

/** Git reads the whole checkout, whatever folder it starts in. */
function around(fact: PathFact, width: Width, at: Case): string | undefined {
  const usesGit = at.facts.shell?.commands.some(({ program }) => program === 'git') === true;
  const patterns = patternsAround(fact, at);
  if (usesGit || width === 'wide') return patterns.at(-1);
  return width === 'file' && patterns.length > 0 ? (patternOfFile(fact) ?? patterns[0]) : patterns[0];
}

/** A rule for the exact line; none where it can't be written or runs with another user's rights. */
function rulesForWhole(at: Case): string[][] {
  const line = at.facts.shell?.line ?? '';
  const text = exactText(line);
  if (text === undefined || at.facts.shell?.commands.some((command) => command.irreversible || neverExactly(command, at)) === true)
    return [];
  const rule = `${commandRuleTool(at.facts.toolName)}(${text})`;
  return exactRule(line, withAllowRules(at, [rule])) === undefined ? [] : [[rule]];
}

/** A rule for exactly the line, to be chosen instead of wider ones for commands; `undefined` where it is among them, or none is suggested. */
export function exactBeside(suggestions: readonly PermissionSuggestion[], at: Case): RulesSuggestion | undefined {
  const widths = suggestions.flatMap((one) => (one.type === 'addRules' ? [one.rules] : []));
  const tool = commandRuleTool(at.facts.toolName);
  const [[rule] = []] = rulesForWhole(at);
  if (rule === undefined || !widths.flat().some((text) => text.startsWith(`${tool}(`))) return undefined;
  return widths.some((rules) => rules.length === 1 && rules[0] === rule) ? undefined : rulesSuggestion([rule], 'local', at);
}

/** Another user's rights, code known only at run time, files written on the side, and reads for which no folder should be opened. */
function neverExactly({ program, argv, opaqueCode, paths }: CommandFact, at: Case): boolean {
  if (hasOthersRights(program) || (opaqueCode && argv.includes(null))) return true;
  if (paths.some(isRedirectedTo)) return true;
  return paths.some((fact) => fact.access === 'read' && !freeToRead(fact, at) && (fact.unresolved || isSecret(fact)));
}

/**
 * A wider prefix where a neighbouring one is allowed already: after `bun run test *` was allowed, asking about `bun run build` would lead
 * to a question for every other task. Suggested first; doesn't cover what prefix rules never cover. None for programs whose sub-commands
 * differ in kind (git, docker, package managers).
 *
 * @param prefix A rule text that ends with ` *`.
 */
function widerRuleText(prefix: string, at: Case): string | undefined {
  const words = prefix.slice(0, -' *'.length).split(' ');
  const parent = words.slice(0, -1).join(' ');
  if (words.length < 2 || !(TASK_LISTS.has(parent) || (words.length === 2 && isSingleTool(parent)))) return undefined;
  const index = at.rules.allow.commands.get(commandRuleTool(at.facts.toolName));
  const rules = index === undefined ? [] : candidatesFrom(index, parent);
  const hasNeighbour = rules.some(({ parsed: { body } }) => body.kind === 'command' && body.text.startsWith(`${parent} `));
  return hasNeighbour ? `${parent} *` : undefined;
}
