import type { DecisionPart } from '#shared/permission/decision.ts';
import { placeName } from '#shared/permission/call-place.ts';
import type { CommandFact, PathFact } from '#shared/permission/facts.ts';
import { isSecretPath } from '../paths/secret-path.ts';
import { writtenName } from '../shell/effects/path-effects.ts';
import type { ActiveRule } from '../rules/active-rule.ts';
import { isOnHost, isReadThere } from '../shell/effects/on-host.ts';
import { joined } from '../shell/effects/named-words.ts';
import { runnerUse } from '../shell/commands/runner-forms.ts';
import type { Case } from './case.ts';
import { exactRule, patternRule, wordToName, ruleOfOneTask } from './command-rules.ts';
import { coveringRule } from './file-rules.ts';
import { freeToRead, inWorkingDirs, isNullDevice } from './folders.ts';
import { outsideMention } from './mentions.ts';

/** A rule without which a command would not have been covered, and the file that it covers. */
export interface FileRuleUse {
  readonly rule: ActiveRule;
  readonly file: string;
}

export interface PartCoverage extends DecisionPart {
  readonly command: CommandFact;
  /** What covers it, if anything does. */
  readonly by: 'readOnly' | 'networkRead' | 'rule' | 'fileCommand' | 'parent' | undefined;
  readonly rule: ActiveRule | undefined;
  /** The file rules that cover its side reads and writes. */
  readonly fileRules?: readonly FileRuleUse[];
}

export interface CoverageOptions {
  /** Whether allow rules count (not in plan mode). */
  readonly rules: boolean;
  /** Whether file commands and redirections inside the working directories count as covered (`acceptEdits`). */
  readonly edits: boolean;
}

/** By `slot`. */
type Judged = (readonly PartCoverage[] | undefined)[];
const judged = new WeakMap<Case, Judged>();
const slot = ({ rules, edits }: CoverageOptions): number => (rules ? 1 : 0) + (edits ? 2 : 0);

/** Decides for every command of a line whether it is covered, and by what, or why not. Cached per case and options, since several layers need it. */
export function coverLine(at: Case, options: CoverageOptions): readonly PartCoverage[] {
  let known = judged.get(at);
  if (known === undefined) judged.set(at, (known = [undefined, undefined, undefined, undefined]));
  return (known[slot(options)] ??= judge(at, options));
}

function judge(at: Case, wanted: CoverageOptions): PartCoverage[] {
  const options = isUnknownPlace(at) ? { ...wanted, edits: false } : wanted;
  const parts: PartCoverage[] = [];
  const withFileRule = (part: PartCoverage): PartCoverage =>
    part.covered && options.rules ? { ...part, fileRules: usedFileRules(part.command, at) } : part;
  const commands = at.facts.shell?.commands ?? [];
  for (const command of commands) {
    const parent = command.runBy === undefined ? undefined : parts[command.runBy];
    parts.push(
      parent?.covered === true && parent.rule !== undefined
        ? coverInner(command, { ...parent, rule: parent.rule }, at, options)
        : ofHost(withFileRule(coverCommand(command, at, options)), commands),
    );
  }
  return parts;
}

/** Nothing on another machine is outside the folders of this one. */
function ofHost(part: PartCoverage, commands: readonly CommandFact[]): PartCoverage {
  return part.covered || !isOnHost(part.command, commands) ? part : { ...part, detail: 'It runs on another machine.' };
}

/** The Read and Edit rules without which a covered command would not have been covered. */
function usedFileRules(command: CommandFact, at: Case): FileRuleUse[] {
  const used = new Map<ActiveRule, string>();
  for (const fact of command.paths) {
    if (fact.access === 'mention' || isNullDevice(fact)) continue;
    const reads = fact.access === 'read' || fact.access === 'list' || fact.access === 'enter';
    if (reads && freeToRead(fact, at)) continue;
    const rule = coveringRule(fact, reads ? ['Read', 'Edit'] : ['Edit'], at);
    if (rule !== undefined && !used.has(rule)) used.set(rule, fact.spelled);
  }
  return [...used].map(([rule, file]) => ({ rule, file }));
}

/** A command run by a covered one. An exact rule covers it; a wider rule covers it if it could cover it on its own. */
function coverInner(command: CommandFact, parent: PartCoverage & { rule: ActiveRule }, at: Case, options: CoverageOptions): PartCoverage {
  const { body } = parent.rule.parsed;
  const base = { command, text: command.text, rule: parent.rule };
  if (body.kind !== 'command' || body.form === 'exact')
    return { ...base, covered: true, by: 'parent', detail: 'It is allowed with the command that runs it, which a rule names exactly.' };
  const problem = innerProblem(command, parent.command, body.text, at, options);
  if (problem !== undefined) return { ...base, covered: false, by: undefined, rule: undefined, detail: problem };
  return { ...base, covered: true, by: 'parent', detail: 'It is allowed with the command that runs it.' };
}

function innerProblem(command: CommandFact, outer: CommandFact, rule: string, at: Case, options: CoverageOptions): string | undefined {
  const beyond = command.beyondPrefix[0] ?? (command.opaqueCode ? 'it runs code that is not on the line' : undefined);
  if (beyond !== undefined) return onlyExactly(beyond);
  const use = runnerUse(outer.program, outer.argv.slice(1));
  const isNamed = use?.inner === undefined || fixedWords(rule) > use.inner + 1;
  if (!isNamed && command.network) return 'It connects to other machines, so a rule for it must name it.';
  if (use?.container === true) return undefined;
  const isThere = isOnHost(command, at.facts.shell?.commands ?? []);
  return command.paths
    .filter((fact) => !isThere || !isReadThere(fact))
    .map((fact) => rulePathProblem(fact, at, options))
    .find((problem) => problem !== undefined);
}

/** How the reason ends where only an exact rule would allow a command. */
export const ONLY_EXACTLY = ', so only an exact rule allows it.';

/** `beyond`: what a wider rule doesn't allow, such as “it can’t be undone”. */
function onlyExactly(beyond: string): string {
  return `${beyond.charAt(0).toUpperCase()}${beyond.slice(1)}${ONLY_EXACTLY}`;
}

/** Why a part isn't covered, where an exact rule wouldn't allow it either. */
export function withoutExactRule(detail: string): string {
  return detail.replace(ONLY_EXACTLY, '.');
}

/** Number of words a rule demands before its first wildcard. */
function fixedWords(rule: string): number {
  return (rule.split('*')[0] ?? '').trim().split(/\s+/u).length;
}

type Say = (covered: boolean, detail: string, by?: PartCoverage['by'], rule?: ActiveRule) => PartCoverage;

function sayOf(command: CommandFact): Say {
  return (covered, detail, by, rule) => ({ command, text: command.text, covered, detail, by, rule });
}

function ownPaths(command: CommandFact): PathFact[] {
  return command.paths.filter((fact) => fact.via !== 'redirect');
}

/** There only rules count: what a command is, and where its paths lead, isn't known here. */
function isUnknownPlace({ facts }: Case): boolean {
  return facts.place?.known === false;
}

function coverCommand(command: CommandFact, at: Case, options: CoverageOptions): PartCoverage {
  const say = sayOf(command);
  const redirects = command.paths.filter((fact) => fact.via === 'redirect');
  const uncovered = redirects.map((fact) => redirectProblem(fact, at, options)).find((problem) => problem !== undefined);
  if (uncovered !== undefined) return say(false, uncovered);
  const own = ownPaths(command);
  const exact = options.rules ? (exactRule(command.strictText, at) ?? exactRule(command.text, at)) : undefined;
  if (exact !== undefined) return say(true, `Allowed exactly by ${exact.entry.text}.`, 'rule', exact);
  if (isUnknownPlace(at)) return coverByRule(command, at, options);
  const asksServer = command.networkRead === true && at.context.networkReads;
  if (command.readOnly || asksServer) {
    const outsiders = own.filter(
      (fact) =>
        fact.access !== 'mention' &&
        !isNullDevice(fact) &&
        !freeToRead(fact, at) &&
        (!options.rules || coveringRule(fact, ['Read', 'Edit'], at) === undefined),
    );
    const outside = outsideDetails(outsiders);
    if (outside !== undefined) return say(false, outside);
    return asksServer
      ? say(true, 'It only reads from a server, which gatehouse.networkReads allows.', 'networkRead')
      : say(true, 'It only reads.', 'readOnly');
  }
  if (options.edits && command.fileCommand && !own.some((fact) => fact.glob || fact.afterCd)) {
    const problem = own.find((fact) => !fileCommandMay(fact, at));
    if (problem === undefined) return say(true, 'An edit inside the working directories.', 'fileCommand');
  }
  return coverByRule(command, at, options);
}

/** Covers a command by a prefix or wildcard rule. */
function coverByRule(command: CommandFact, at: Case, options: CoverageOptions): PartCoverage {
  const say = sayOf(command);
  const own = ownPaths(command);
  if (!options.rules) return say(false, command.networkRead === true ? NETWORK_READ : 'It may do more than read.');
  const rule = patternRule(command, at);
  if (rule === undefined) return say(false, whyNot(command, at));
  const outside = outsideMention(command, at);
  if (outside !== undefined) return say(false, outsideDetail(outside));
  const problem = own.map((fact) => rulePathProblem(fact, at, options)).find((one) => one !== undefined);
  return problem === undefined ? say(true, `Covered by ${rule.entry.text}.`, 'rule', rule) : say(false, problem);
}

const NETWORK_READ = 'No rule allows it. It only reads from a server: gatehouse.networkReads in your settings lets such commands run.';

function whyNot(command: CommandFact, at: Case): string {
  const { place } = at.facts;
  if (command.program === '') return 'It sets variables or opens files without running a command.';
  if (place?.known !== false && command.networkRead === true) return NETWORK_READ;
  const beyond = command.beyondPrefix[0];
  if (beyond !== undefined) return onlyExactly(beyond);
  const named = wordToName(command);
  if (named !== undefined) return `No rule allows it. A rule for it must name ${named}.`;
  const ofOne = ruleOfOneTask(command, at);
  if (ofOne !== undefined) return `The rule ${ofOne.entry.text} doesn’t name all its tasks.`;
  if (place?.known !== false) return 'No rule allows it.';
  return `No rule of yours allows it, and what is in the ${placeName(place.in)} isn’t known here.`;
}

function fileCommandMay(fact: PathFact, at: Case): boolean {
  if (fact.access === 'read' || fact.access === 'list')
    return freeToRead(fact, at) || coveringRule(fact, ['Read', 'Edit'], at) !== undefined;
  return inWorkingDirs(fact, at) || coveringRule(fact, ['Edit'], at) !== undefined;
}

/** A redirection is a separate file access; a rule for the command does not cover it. */
function redirectProblem(fact: PathFact, at: Case, options: CoverageOptions): string | undefined {
  if (isNullDevice(fact)) return undefined;
  const covered = options.rules ? coveringRule(fact, fact.access === 'read' ? ['Read', 'Edit'] : ['Edit'], at) !== undefined : false;
  if (fact.access === 'read') return covered || freeToRead(fact, at) ? undefined : outsideDetail(fact);
  if (fact.afterCd) return `It writes ${fact.spelled} after changing the folder.`;
  if (covered || (options.edits && inWorkingDirs(fact, at))) return undefined;
  return `It writes ${writtenName(fact)}, which no Edit rule allows.`;
}

/** A prefix rule covers what the command is for inside the working directories; side outputs need an Edit rule. */
function rulePathProblem(fact: PathFact, at: Case, options: CoverageOptions): string | undefined {
  if (fact.access === 'mention' || isNullDevice(fact)) return undefined;
  if (fact.access === 'read' || fact.access === 'list' || fact.access === 'enter') {
    return freeToRead(fact, at) || coveringRule(fact, ['Read', 'Edit'], at) !== undefined ? undefined : outsideDetail(fact);
  }
  if (coveringRule(fact, ['Edit'], at) !== undefined) return undefined;
  if (fact.via === 'option' && !options.edits) return `It also writes ${fact.spelled}, which no Edit rule allows.`;
  return inWorkingDirs(fact, at) ? undefined : outsideDetail(fact);
}

/** Names those that may hold keys first. */
function outsideDetails(outsiders: readonly PathFact[]): string | undefined {
  const isKey = ({ path, real }: PathFact): boolean => isSecretPath(path) || isSecretPath(real);
  const [first, ...others] = outsiders.toSorted((a, b) => Number(isKey(b)) - Number(isKey(a)));
  if (first === undefined) return undefined;
  const names = [...new Set([first, ...others.filter(({ unresolved }) => !unresolved)].map(({ spelled }) => spelled))];
  if (first.unresolved || names.length === 1) return outsideDetail(first);
  const shown = names.length > MAX_NAMED ? [first.spelled, `${names.length - 1} more`] : names;
  return `${joined(shown)} are outside the working directories.`;
}

/** Of more files, the others are counted. */
const MAX_NAMED = 3;

function outsideDetail(fact: PathFact): string {
  if (fact.unresolved) return `What ${fact.spelled} stands for is only known when it runs.`;
  return `${fact.spelled} is outside the working directories.`;
}
