import type { PermissionSuggestion } from '#shared/permission/decision.ts';
import type { PathFact } from '#shared/permission/facts.ts';
import type { Case, Verdict } from '../layers/case.ts';
import { mayShowSecrets } from '../describe-effects.ts';
import { restrictingRule } from '../layers/command-rules.ts';
import { coveringRule } from '../layers/file-rules.ts';
import { freeToRead, inWorkingDirs } from '../layers/folders.ts';
import { withAllowRules } from '../rules/extended-rules.ts';
import { escaped, folderOf, isSecret, isTooWide, patternOfFile, patternsAround } from './suggest-folder.ts';
import { suggestForLine } from './suggest-line.ts';
import { acceptEdits, directoriesSuggestion, rulesSuggestion } from './suggestion.ts';
import { coverLine } from '../layers/coverage.ts';

const MAX_DIRECTORIES = 3;

/**
 * Suggests the folder of a file as a working directory where that would include the file; never a folder that contains the home folder, nor
 * because of a file with keys.
 */
function suggestDirectoryOf(file: PathFact, at: Case): PermissionSuggestion[] {
  if (isSecret(file)) return [];
  const folder = folderOf(file);
  const added = withDirectories(at, [folder]);
  return !isTooWide(folder, at) && inWorkingDirs(file, added) ? [directoriesSuggestion([folder])] : [];
}

/** The same for a command line that asks only because of what it reads. */
function suggestDirectoriesForLine(at: Case): PermissionSuggestion[] {
  const files = (at.facts.shell?.commands ?? []).flatMap(({ paths }) => paths);
  const outside = files.filter((fact) => fact.access !== 'mention' && !fact.unresolved && !freeToRead(fact, at));
  if (outside.some(isSecret)) return [];
  const folders = [...new Set(outside.map(folderOf))];
  if (folders.length === 0 || folders.length > MAX_DIRECTORIES || folders.some((folder) => isTooWide(folder, at))) return [];
  const parts = coverLine(withDirectories(at, folders), { rules: true, edits: false });
  return parts.every(({ covered }) => covered) ? [directoriesSuggestion(folders)] : [];
}

function withDirectories(at: Case, folders: readonly string[]): Case {
  return { ...at, workingDirs: [...at.workingDirs, ...folders.map((folder) => ({ path: folder, real: folder }))] };
}

/** Rules, folders or a mode that would allow the call next time: narrow, and never for what no rule should allow. */
export function suggest(at: Case, verdict: Verdict): PermissionSuggestion[] {
  if (['protectedPath', 'criticalPath', 'userInteraction', 'rule', 'mode'].includes(verdict.reason)) return [];
  if (verdict.reason === 'notUnderstood') return isSeenThrough(at) ? suggestForLine(at) : [];
  if (at.toolCheck?.behavior === 'ask' && at.toolCheck.suggestions !== undefined) return [...at.toolCheck.suggestions];
  const { facts } = at;
  if (facts.shell !== undefined && mayShowSecrets(facts, at.paths)) return [];
  if (facts.shell !== undefined) return [...suggestForLine(at), ...suggestDirectoriesForLine(at)];
  if (at.kind === 'edit') return suggestForEdit(at);
  const file = facts.paths.find((fact) => fact.access !== 'mention');
  if (file !== undefined) return suggestForRead(file, at);
  if (facts.web !== undefined)
    return facts.web.problem === undefined && facts.web.host !== '' ? [rule(`WebFetch(domain:${facts.web.host})`, at)] : [];
  if (at.kind === 'mcp' && facts.mcp?.suspended !== undefined) return [];
  if (facts.toolName === 'Skill' && facts.target !== undefined) return [rule(`Skill(${facts.target})`, at)];
  return [rule(facts.toolName, at)];
}

/** A line whose commands are all known, although its form needs exact rules. */
function isSeenThrough(at: Case): boolean {
  const { shell } = at.facts;
  if (shell === undefined || shell.limits.some(({ opaque }) => opaque)) return false;
  return restrictingRule(at) === undefined || !shell.commands.some(({ opaqueCode }) => opaqueCode);
}

function rule(text: string, at: Case): PermissionSuggestion {
  return rulesSuggestion([text], 'local', at);
}

/**
 * Rules for this session for what is read outside the working directories: its folder, which comes first because one file is rarely all that
 * is read, the file alone, the whole checkout. For a file at the top of a checkout, or beside files with keys, the file comes first.
 * Then its folder as a working directory.
 */
function suggestForRead(file: PathFact, at: Case): PermissionSuggestion[] {
  const outside = at.facts.paths.filter((fact) => fact.access !== 'mention' && !freeToRead(fact, at));
  const around = outside.map((fact) => patternsAround(fact, at));
  if (around.length === 0 || around.some((patterns) => patterns.length === 0)) return [];
  const folders = around.map(([narrow]) => narrow);
  const wider = around.map((patterns) => patterns.at(-2) ?? patterns.at(-1));
  const wide = around.map((patterns) => patterns.at(-1));
  const widths = [folders, outside.map(patternOfFile), wider, wide].flatMap((patterns) => readRules(patterns, outside, at));
  return [...unique(widths).map((rules) => rulesSuggestion(rules, 'session', at)), ...suggestDirectoryOf(file, at)];
}

/** Rules with these patterns, as one width; none where they don't cover what is read. */
function readRules(patterns: readonly (string | undefined)[], outside: readonly PathFact[], at: Case): (readonly string[])[] {
  if (patterns.includes(undefined)) return [];
  const rules = [...new Set(patterns.map((pattern) => `Read(${pattern ?? ''})`))];
  const added = withAllowRules(at, rules);
  return outside.every((fact) => coveringRule(fact, ['Read', 'Edit'], added) !== undefined) ? [rules] : [];
}

function unique(widths: readonly (readonly string[])[]): (readonly string[])[] {
  return [...new Map(widths.map((rules) => [rules.join('\0'), rules])).values()];
}

function suggestForEdit(at: Case): PermissionSuggestion[] {
  const file = at.facts.paths[0];
  if (file === undefined || file.unresolved) return [];
  if (inWorkingDirs(file, at)) {
    return at.context.mode === 'default' ? [rule(`Edit(/${escaped(file.real)})`, at), acceptEdits()] : [];
  }
  // Edits ask in a working directory too, but reads don't.
  if (at.context.mode === 'default') return suggestDirectoryOf(file, at);
  const widths = patternsAround(file, at)
    .map((pattern) => [`Edit(${pattern})`])
    .filter((rules) => coveringRule(file, ['Edit'], withAllowRules(at, rules)) !== undefined);
  // In other modes edits ask in a working directory too.
  const directories = at.context.mode === 'acceptEdits' ? suggestDirectoryOf(file, at) : [];
  return [...widths.map((rules) => rulesSuggestion(rules, 'session', at)), ...directories];
}
