import type { PermissionSuggestion } from '#shared/permission/decision.ts';
import { explainRule } from '#shared/permission/explain-rule.ts';
import type { CommandFact } from '#shared/permission/facts.ts';
import type { Case, Verdict } from './layers/case.ts';
import { coverLine } from './layers/coverage.ts';
import { inWorkingDirs } from './layers/places.ts';
import { commandRuleTool } from './tool-kinds.ts';
import { runsAnother } from './shell/runners.ts';
import { folderOf, suggestDirectoriesForLine, suggestDirectoryOf } from './suggest-directories.ts';

const MAX_RULES = 5;

/** Rules (or a mode) that would let the call pass next time: narrow, and never for what no rule should open. */
export function suggest(at: Case, verdict: Verdict): PermissionSuggestion[] {
  if (['protectedPath', 'criticalPath', 'userInteraction', 'rule', 'mode', 'notUnderstood'].includes(verdict.reason)) return [];
  if (at.toolCheck?.behavior === 'ask' && at.toolCheck.suggestions !== undefined) return [...at.toolCheck.suggestions];
  const { facts } = at;
  if (facts.shell !== undefined) return [...suggestForLine(at), ...suggestDirectoriesForLine(at)];
  if (at.kind === 'edit') return suggestForEdit(at);
  const file = facts.paths.find((fact) => fact.access !== 'mention');
  if (file !== undefined && file.unresolved) return [];
  if (file !== undefined) return [rule(`Read(${absolutePattern(folderOf(file))})`, 'session'), ...suggestDirectoryOf(file, at)];
  if (facts.web !== undefined)
    return facts.web.problem === undefined && facts.web.host !== '' ? [rule(`WebFetch(domain:${facts.web.host})`, 'local')] : [];
  if (at.kind === 'mcp' && facts.mcp?.suspended !== undefined) return [];
  if (facts.toolName === 'Skill' && facts.target !== undefined) return [rule(`Skill(${facts.target})`, 'local')];
  return [rule(facts.toolName, 'local')];
}

function suggestForLine(at: Case): PermissionSuggestion[] {
  const { shell } = at.facts;
  if (shell === undefined || shell.limits.length > 0) return [];
  const open = coverLine(at, { rules: true, edits: false }).filter((part) => !part.covered);
  const texts = new Set<string>();
  for (const part of open) {
    const text = commandRule(part.command);
    if (text === undefined || part.command.paths.some((fact) => fact.via === 'redirect' && fact.access === 'write')) return [];
    texts.add(`${commandRuleTool(at.facts.toolName)}(${text})`);
  }
  if (texts.size === 0 || texts.size > MAX_RULES) return [];
  const rules = [...texts];
  const label = rules.map((one) => explainRule(one, 'allow')).join(' ');
  const suggestions: PermissionSuggestion[] = [{ type: 'addRules', rules, destination: 'local', label }];
  if (open.every((part) => part.command.fileCommand)) suggestions.unshift(acceptEdits());
  return suggestions;
}

const INTERPRETERS =
  /^(?:ba|z|da|k|fi|c|tc)?sh$|^(?:python|node|deno|bun|perl|ruby|php|lua|osascript|pwsh|powershell|tclsh|awk|gawk|mawk|eval|exec|source|\.|sudo|doas|su|ssh)[\d.]*$/u;

/** A rule for one command, or undefined where none should be offered. */
function commandRule(command: CommandFact): string | undefined {
  const [program, second, third] = command.argv;
  if (program === undefined || program === null || command.program === '' || command.opaqueCode) return undefined;
  if (INTERPRETERS.test(command.program) || runsAnother(command.program, command.argv.slice(1)) || command.argv.includes(null))
    return undefined;
  if (/[\n*()\\]/u.test(command.strictText) || command.env.some((variable) => !variable.harmless)) return undefined;
  if (command.paths.some((fact) => fact.unresolved || fact.glob)) return undefined;
  if (command.beyondPrefix.length > 0) return command.strictText;
  const words = [program];
  if (isVerb(second)) words.push(second);
  if (second === 'run' && isVerb(third)) words.push(third);
  const prefix = words.join(' ');
  if (words.length === 1 || !command.strictText.startsWith(prefix)) return command.strictText;
  return `${prefix} *`;
}

function isVerb(word: string | null | undefined): word is string {
  return typeof word === 'string' && /^[a-z][a-z0-9:_-]*$/u.test(word);
}

function suggestForEdit(at: Case): PermissionSuggestion[] {
  const file = at.facts.paths[0];
  if (file === undefined || file.unresolved) return [];
  if (inWorkingDirs(file, at)) {
    // From the file system's root, so that it means the same file wherever the user has it saved.
    const thisFile = rule(`Edit(/${file.real.replace(/[[\]*?]/gu, '\\$&')})`, 'local');
    return at.context.mode === 'default' ? [thisFile, acceptEdits()] : [];
  }
  return suggestDirectoryOf(file, at);
}

/** What the mode runs besides the edit tools. */
const FILE_COMMANDS = 'touch, mkdir, cp, mv, rm, rmdir, sed -i and redirections';

function acceptEdits(): PermissionSuggestion {
  return {
    type: 'setMode',
    mode: 'acceptEdits',
    label: `Accept edits inside the working directories for this session, and there also ${FILE_COMMANDS}.`,
  };
}

function rule(text: string, destination: 'session' | 'local'): PermissionSuggestion {
  return { type: 'addRules', rules: [text], destination, label: explainRule(text, 'allow') };
}

function absolutePattern(folder: string): string {
  return `/${folder === '/' ? '' : folder.replace(/[[\]*?]/gu, '\\$&')}/**`;
}
