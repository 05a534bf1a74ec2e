import { placeName } from '#shared/permission/call-place.ts';
import type { DecisionReason } from '#shared/permission/decision.ts';
import type { RuleEntry } from '#shared/permission/rule.ts';
import type { CommandFact, PathFact } from '#shared/permission/facts.ts';
import { isInside } from '#main/tool/is-inside.ts';
import { criticalReason, isInsideFolded, protectedPart, isRuleFile } from '../paths/protected-places.ts';
import { isNetworkSpelling } from '../paths/spelling.ts';
import { unseenCode } from '../shell/unseen/unseen.ts';
import type { ActiveRule } from '../rules/active-rule.ts';
import type { RuleSet } from '../rules/rule-set.ts';
import { commandRuleTool } from '#shared/tool-table.ts';
import { type Case, entry, type LayerResult, pass } from './case.ts';
import { inWorkingDirs, isNullDevice } from './folders.ts';
import { outsideSetting } from './outside.ts';
import { notAllChecked, ruleName } from './restriction-words.ts';
import { restrictingRule, unseenRule } from './command-rules.ts';
import { coverLine } from './coverage.ts';
import { isOutput } from './mentions.ts';

interface UnseenCommand {
  readonly command: CommandFact;
  readonly why: string;
  /** The deny or ask rule that might match, or the setting, as text. */
  readonly restriction: string;
  readonly rule?: ActiveRule | undefined;
}

/**
 * A command that might hide a match of a deny or ask rule, where only a wide consent (a rule for the whole tool, bypass mode) would let it
 * run. A rule that names the command consents to what it does.
 */
function unseenCommand(at: Case): UnseenCommand | undefined {
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
  const { reads, writes } = at.context.blocksOutside;
  const setting = outsideSetting(at);
  if (setting !== undefined) {
    const why = unseen.runs ?? (reads ? unseen.reads : undefined) ?? (writes ? unseen.writes : undefined);
    if (why !== undefined) return { why, restriction: setting };
  }
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
  return why === undefined || rule === undefined ? undefined : { why, restriction: ruleName(rule), rule };
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** A location or form that asks even if allow rules cover it. */
export interface SafetyFinding {
  readonly reason: DecisionReason;
  readonly message: string;
  readonly subject: string | undefined;
  /** Not even bypass mode skips it. */
  readonly bypassImmune: boolean;
  /** The automatic classifier may answer it. */
  readonly classifierApprovable: boolean;
  /** The rule that could not be checked against all that a line does. */
  readonly rule?: RuleEntry | undefined;
  /** Denied without asking: not even a person can allow it. */
  readonly refused?: boolean;
}

/** Protected and critical locations, hidden spellings, private addresses, and lines that can't be analysed while deny rules are in force. */
export function safetyLayer(at: Case): LayerResult {
  const findings = safetyFindings(at);
  const found = findings.find((finding) => finding.refused) ?? findings.find((finding) => finding.bypassImmune) ?? findings[0];
  if (found === undefined) return pass('safety', 'No protected or critical path is affected.');
  if (at.bypass && !found.bypassImmune)
    return { trace: [entry('safety', 'pass', `${found.message} Bypass mode skips this check.`, { subject: found.subject })] };
  const behavior = found.refused ? 'deny' : 'ask';
  return {
    verdict: { behavior, reason: found.reason, message: found.message },
    trace: [entry('safety', behavior, found.message, { subject: found.subject, rule: found.rule })],
  };
}

export function safetyFindings(at: Case): SafetyFinding[] {
  const findings: SafetyFinding[] = [];
  for (const fact of at.paths) {
    for (const check of [critical, ownState, protectedPath, heldPath, disguise]) {
      const finding = check(fact, at);
      if (finding !== undefined) findings.push(finding);
    }
  }
  const unseen = unseenFinding(at);
  if (unseen !== undefined) findings.push(unseen);
  const elsewhere = elsewhereFinding(at);
  if (elsewhere !== undefined) findings.push(elsewhere);
  const problem = at.facts.web?.problem;
  if (problem !== undefined)
    findings.push({
      reason: 'needsApproval',
      message: problem,
      subject: at.facts.web?.url,
      bypassImmune: false,
      classifierApprovable: false,
    });
  return findings;
}

const UNKNOWN_UNTIL_FOUND = 'What it removes is only known once the search has run.';

const changes = (fact: PathFact): boolean => fact.access === 'write' || fact.access === 'delete';
const spellings = (fact: PathFact): string[] => [...new Set([fact, ...fact.matches].flatMap((one) => [one.path, one.real]))];

/** Gatehouse's own folder: no tool may write there. */
function ownState(fact: PathFact, at: Case): SafetyFinding | undefined {
  const { stateDir } = at.context;
  const roots = [stateDir, at.facts.realDirs[stateDir] ?? stateDir];
  const mentioned = fact.access === 'mention';
  if (!changes(fact) && !mentioned) return undefined;
  const inside = spellings(fact).some((file) => roots.some((root) => isInsideFolded(file, root)));
  const above = fact.access === 'delete' && spellings(fact).some((file) => roots.some((root) => isInside(root, file)));
  if (!inside && !above) return undefined;
  return {
    reason: 'protectedPath',
    message: changes(fact) && inside ? 'No tool may write to Gatehouse’s own folder.' : 'It touches Gatehouse’s own folder.',
    subject: fact.spelled,
    bypassImmune: true,
    classifierApprovable: false,
    // A folder above it is a critical location, or for a person to decide.
    refused: changes(fact) && inside,
  };
}

function critical(fact: PathFact, at: Case): SafetyFinding | undefined {
  if (fact.access !== 'delete' || fact.via === 'input') return undefined;
  const home = at.context.homeDir;
  const roots = {
    home,
    workingDirs: [...at.workingDirs.flatMap((dir) => [dir.path, dir.real]), at.facts.realDirs[home] ?? home],
  };
  const targets = [fact.path, fact.real];
  const why = targets.map((file) => criticalReason(file, roots)).find((reason) => reason !== undefined) ?? unknownRoot(fact);
  if (why === undefined) return undefined;
  if (fact.glob && isNamedGlob(fact, at)) return undefined;
  return {
    reason: 'criticalPath',
    message: isPlaceholder(fact) ? UNKNOWN_UNTIL_FOUND : `${why}.`,
    subject: fact.spelled,
    bypassImmune: true,
    classifierApprovable: true,
  };
}

/** `{}` of find stands for a name, not for everything. */
const isPlaceholder = ({ unresolved, spelled }: PathFact): boolean => unresolved && spelled.includes('{}');

/** `rm *zz` in the project removes only the names that match, not everything. */
function isNamedGlob(fact: PathFact, at: Case): boolean {
  const last = fact.path.split('/').at(-1) ?? '';
  return /[^*?.[\]]/u.test(last.replace(/\[[^\]]*\]/gu, '')) && at.workingDirs.some((dir) => isInside(fact.path, dir.path));
}

function unknownRoot(fact: PathFact): string | undefined {
  if (!fact.unresolved) return undefined;
  if (/^["']?\$\{?\w+\}?["']?\/?\*?["']?$/u.test(fact.spelled) || /^["']?\$\{?\w+\}?["']?\/\*/u.test(fact.spelled))
    return 'What it removes depends on a variable that may be empty';
  return /^~[^/]/u.test(fact.spelled) ? 'It removes from a home folder' : undefined;
}

function protectedPath(fact: PathFact, at: Case): SafetyFinding | undefined {
  const commands = at.facts.shell?.commands ?? [];
  if (!changes(fact) && !commands.some((command) => command.paths.includes(fact) && isOutput(fact, command))) return undefined;
  for (const file of spellings(fact)) {
    const root = at.workingDirs.flatMap((dir) => [dir.path, dir.real]).find((dir) => isInside(file, dir));
    const part = protectedPart(file, root);
    if (part === undefined) continue;
    return {
      reason: 'protectedPath',
      message: isRuleFile(file)
        ? `${part} is a protected path: this file holds permission rules and hooks, which decide what the agent may do.`
        : `${part} is a protected path: programs run it or read their settings from it later.`,
      subject: fact.spelled,
      bypassImmune: false,
      classifierApprovable: fact.oddity === undefined,
    };
  }
  return undefined;
}

/** Removing or moving a whole folder includes the protected locations in it. */
function heldPath({ holds, spelled }: PathFact): SafetyFinding | undefined {
  if (holds === undefined) return undefined;
  return {
    reason: 'protectedPath',
    message:
      holds === 'unknown'
        ? `${spelled === '.' ? 'This folder' : spelled} is too large to search and may contain a protected path.`
        : `${spelled === '.' ? 'This folder' : spelled} contains a protected path: ${holds.protected}.`,
    subject: spelled,
    bypassImmune: false,
    classifierApprovable: true,
  };
}

/** Spellings that other systems read differently, for writes; network-like ones for reads as well. */
function disguise(fact: PathFact): SafetyFinding | undefined {
  if (fact.access === 'mention' || fact.oddity === undefined) return undefined;
  if (!isNetworkSpelling(fact.spelled) && !(fact.via === 'input' && fact.access === 'write')) return undefined;
  return {
    reason: 'protectedPath',
    message: `The path is spelled in a way that hides where it leads: ${fact.oddity}.`,
    subject: fact.spelled,
    bypassImmune: false,
    classifierApprovable: false,
  };
}

/** Why a line asks only because it can't be seen through, unless the person has allowed it unseen. */
export function unseenFinding(at: Case): SafetyFinding | undefined {
  return unseenRule(at) === undefined ? (unseenLine(at) ?? unseenPart(at)) : undefined;
}

/** With deny or ask rules in force, a line that can't be analysed asks even if it is allowed (SPEC G4). */
function unseenLine(at: Case): SafetyFinding | undefined {
  const { shell } = at.facts;
  if (shell === undefined) return undefined;
  const limit = shell.limits.find((one) => one.opaque);
  const opaque = shell.commands.find((command) => command.opaqueCode);
  if (limit === undefined && opaque === undefined) return undefined;
  const rule = restrictingRule(at);
  const restriction = rule === undefined ? outsideSetting(at) : ruleName(rule);
  if (restriction === undefined) return undefined;
  const why = limit?.reason ?? `It ${unseenCode(opaque ?? {})}.`;
  return {
    reason: 'notUnderstood',
    message: notAllChecked(why, restriction),
    subject: limit?.text ?? opaque?.text,
    rule: rule?.entry,
    bypassImmune: true,
    classifierApprovable: false,
  };
}

/**
 * A path of another file system can’t be compared with rules about files here: it may be a link, or another spelling of what they protect.
 * Known are only the working directories in a container.
 */
function elsewhereFinding(at: Case): SafetyFinding | undefined {
  const { place } = at.facts;
  if (place === undefined) return undefined;
  const rule = [at.rules.deny, at.rules.ask]
    .map((set) => set.pathRules.get('Read')?.[0] ?? set.pathRules.get('Edit')?.[0])
    .find((one) => one !== undefined);
  const restriction = rule === undefined ? outsideSetting(at) : ruleName(rule);
  if (restriction === undefined) return undefined;
  const fact = at.paths.find((one) => !isNullDevice(one) && !(place.known && inWorkingDirs(one, at)));
  if (fact === undefined) return undefined;
  return {
    reason: 'needsApproval',
    message: `${fact.spelled} is a file in ${placeName(place.in)}. With ${restriction} in force, you decide about files that can’t be looked up here.`,
    subject: fact.spelled,
    rule: rule?.entry,
    bypassImmune: true,
    classifierApprovable: false,
  };
}

/** The same for what one of its commands may do that its words don't show. */
function unseenPart(at: Case): SafetyFinding | undefined {
  const found = unseenCommand(at);
  if (found === undefined) return undefined;
  return {
    reason: 'notUnderstood',
    message: notAllChecked(found.why, found.restriction),
    subject: found.command.text,
    rule: found.rule?.entry,
    bypassImmune: true,
    classifierApprovable: false,
  };
}
