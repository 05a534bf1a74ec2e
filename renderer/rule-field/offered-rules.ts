import type { RuleCompletion } from '#shared/contract/rules.ts';
import type { RuleBehavior } from '#shared/permission/rule.ts';
import { canonicalToolName, TOOL_NAMES, toolRow } from '#shared/tool-table.ts';
import { words } from './words.ts';

/** A rule to go on with, offered while one is typed. */
export interface OfferedRule {
  /** What the field holds once it is taken; with an open bracket at its end, there is more to offer. */
  readonly text: string;
  readonly detail: string;
}

/** What is known of the project, for the completion of rules. */
export interface RuleSources {
  /** Names of the tools of connected MCP servers. */
  readonly mcpTools: readonly string[];
  /** What past calls suggest, most used first. */
  readonly past: readonly RuleCompletion[];
}

const MAX_OFFERED = 8;
const BUILT = TOOL_NAMES.filter((name) => toolRow(name)?.built === true);
/** Those whose uses a rule can tell apart come first. */
const NAMES = [...BUILT.filter(takesContent), ...BUILT.filter((name) => !takesContent(name))];

/**
 * What can follow the text before the caret, best first; empty where a rule is complete or nothing is known. What was always denied is
 * not offered for an allow rule.
 */
export function offeredRules(text: string, caret: number, behavior: RuleBehavior, known: RuleSources): OfferedRule[] {
  const sources = behavior === 'allow' ? { ...known, past: known.past.filter(({ calls, denied }) => denied < calls) } : known;
  const before = text.slice(0, caret).trimStart();
  const rest = text.slice(caret).trim();
  const open = /^([^()\s]+)\(([^]*)$/u.exec(before);
  if (open) {
    const [, name = '', content = ''] = open;
    // Further in than its end, nothing is replaced.
    return rest === '' || rest === ')' ? contents(canonicalToolName(name), content, sources) : [];
  }
  if (rest !== '' || before === '') return [];
  const named = tools(before, sources);
  return named.length > 0 ? named : commands(before, sources);
}

/** Whether the first of the offered rules is meant more likely than the text as it stands. */
export function isUnfinished(text: string, mistake: string | undefined): boolean {
  return (
    mistake !== undefined ||
    (/^\S+$/u.test(text) && !text.includes('(') && !text.startsWith('mcp__') && toolRow(canonicalToolName(text)) === undefined)
  );
}

function tools(typed: string, { mcpTools }: RuleSources): OfferedRule[] {
  if (/[\s()]/u.test(typed)) return [];
  const servers = mcpTools.map((name) => name.split('__').slice(0, 2).join('__'));
  const names = [...new Set([...NAMES, ...servers, ...mcpTools])];
  return byMatch(names, typed, (name) => name)
    .flatMap((name) => forTool(name, typed, servers))
    .slice(0, MAX_OFFERED);
}

function forTool(name: string, typed: string, servers: readonly string[]): OfferedRule[] {
  const whole = name === typed ? [] : [{ text: name, detail: servers.includes(name) ? words.wholeServer : words.everyUse }];
  if (!takesContent(name)) return whole;
  return [{ text: `${name}(`, detail: words.certainUses }, ...whole];
}

function takesContent(name: string): boolean {
  const row = toolRow(name);
  return row?.ruleForm !== undefined && row.rulesOf === undefined;
}

/** What may stand between the brackets. A rule for reading may be about files that were only edited so far, and the other way round. */
function contents(tool: string, typed: string, { past }: RuleSources): OfferedRule[] {
  const isPath = toolRow(tool)?.ruleForm === 'path';
  const own = past.filter((one) => one.tool === tool || (isPath && toolRow(one.tool)?.ruleForm === 'path'));
  const found = byMatch(own, typed.trimStart(), ({ content }) => content).map((one) => offer(tool, one));
  return distinct(found).slice(0, MAX_OFFERED);
}

/** Commands, paths and hosts of past calls, for what was typed without naming its tool. */
function commands(typed: string, { past }: RuleSources): OfferedRule[] {
  return byMatch(past, typed, ({ content }) => content)
    .map((one) => offer(one.tool, one))
    .slice(0, MAX_OFFERED);
}

function offer(tool: string, { content, calls, denied }: RuleCompletion): OfferedRule {
  return { text: `${tool}(${content})`, detail: words.inCalls(calls, denied) };
}

function distinct(offered: readonly OfferedRule[]): OfferedRule[] {
  return [...new Map(offered.toReversed().map((one) => [one.text, one])).values()].toReversed();
}

/** Those that start with what is typed, then those in which a word does. */
function byMatch<T>(all: readonly T[], typed: string, textOf: (one: T) => string): T[] {
  const wanted = typed.toLowerCase();
  if (wanted === '') return [...all];
  const first: T[] = [];
  const second: T[] = [];
  for (const one of all) {
    const text = textOf(one).toLowerCase();
    if (text.startsWith(wanted)) first.push(one);
    else if (startsWord(text, wanted)) second.push(one);
  }
  return [...first, ...second];
}

function startsWord(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted, 1); at > 0; at = text.indexOf(wanted, at + 1)) if (/[^a-z0-9]/u.test(text.charAt(at - 1))) return true;
  return false;
}
