import { ruleForCommand } from './command-without-tool.ts';
import { domainPattern } from './domain-pattern.ts';
import type { RuleBehavior } from './rule.ts';
import { canonicalToolName, PRIMARY_FIELDS, toolRow } from '../tool-table.ts';
import { similarToolName } from './similar-tool-name.ts';

/** A parsed rule. `inert` rules are kept so that the rule list can show why they have no effect. */
export type RuleBody =
  | { readonly kind: 'whole' }
  | { readonly kind: 'toolGlob'; readonly pattern: string }
  | { readonly kind: 'mcp'; readonly pattern: string }
  | { readonly kind: 'command'; readonly form: 'exact' | 'prefix' | 'wildcard'; readonly text: string }
  | { readonly kind: 'path'; readonly pattern: string }
  | { readonly kind: 'domain'; readonly host: string }
  | { readonly kind: 'param'; readonly name: string; readonly value: string }
  | { readonly kind: 'target'; readonly name: string; readonly withArgs: boolean }
  | {
      readonly kind: 'inert';
      readonly why: string;
      /** Truncated or garbled: its intended scope is unknown. */ readonly unreadable?: true;
    };

interface RuleDiagnostic {
  readonly severity: 'error' | 'warning';
  /** A sentence: what is wrong and what to write instead. */
  readonly message: string;
}

export interface ParsedRule {
  /** Canonical tool name (`Task` reads as `Agent`); for MCP rules the pattern itself. */
  readonly tool: string;
  readonly body: RuleBody;
  readonly diagnostics: readonly RuleDiagnostic[];
}

/** Input fields of the shell tools; only these make `Bash(name:value)` a parameter rule. */
const COMMAND_TOOL_FIELDS: ReadonlySet<string> = new Set(['timeout', 'description', 'run_in_background', 'dangerouslyDisableSandbox']);

const RULE = /^([^()\s]+)(?:\(([\s\S]*)\))?$/u;
const PARAM = /^\s*([A-Za-z_][A-Za-z0-9_-]*)\s*:\s*([\s\S]*?)\s*$/u;

/**
 * Parses one entry of a `permissions` list. Never throws: an entry that can't be parsed becomes an `inert` rule with an error.
 * Depends on the behavior, because deny and ask rules accept more forms than allow rules.
 */
export function parseRule(text: string, behavior: RuleBehavior): ParsedRule {
  const found: RuleDiagnostic[] = [];
  const trimmed = text.trim();
  if (trimmed !== text) {
    if (behavior === 'allow') return inert(trimmed, 'Remove the spaces around the rule.', found);
    found.push({ severity: 'warning', message: 'The rule has spaces around it; they are ignored.' });
  }
  const match = RULE.exec(trimmed);
  if (match === null) return unreadable(trimmed, found);
  const tool = canonicalToolName(match[1] ?? '');
  const content = match[2];
  if (tool.startsWith('mcp__')) return parseMcp(tool, content, behavior, found);
  if (tool.includes('*')) return parseToolGlob(tool, content, behavior, found);
  if (content === undefined || content === '*') return { tool, body: { kind: 'whole' }, diagnostics: found };
  if (content.trim() === '') return inert(tool, `Nothing between the parentheses. Write ${tool} alone to mean every use.`, found);
  return { tool, body: parseContent(tool, content, behavior, found), diagnostics: found };
}

function parseContent(tool: string, content: string, behavior: RuleBehavior, found: RuleDiagnostic[]): RuleBody {
  const row = toolRow(tool);
  const { ruleForm, rulesOf } = row ?? {};
  if (ruleForm === 'command') return parseCommand(content, behavior, found);
  if (ruleForm === 'path') return parsePath(content, behavior, found);
  if (ruleForm === 'domain') return parseDomain(content, behavior, found);
  if (rulesOf === 'WebFetch') return nothing(`${tool} follows the rules of WebFetch. Write WebFetch(domain:host).`, found);
  if (rulesOf !== undefined) return nothing(`Path rules for ${tool} have no effect. Write ${rulesOf}(${content}).`, found);
  const param = parseParam(content, behavior);
  if (row === undefined && param === undefined) return nothing(unknownTool(tool), found);
  if (ruleForm !== 'target') return param ?? nothing(`Rules for ${tool} can’t have parentheses. Write ${tool} alone.`, found);
  // `Skill(folder:name)` names a command; its input has only one other field.
  if (param !== undefined && (tool === 'Skill' ? param.name === 'args' : /^[a-z_]+$/u.test(param.name))) return param;
  const name = content.trim();
  if (tool === 'Skill' && /(?: |:)\*$/u.test(name)) {
    return { kind: 'target', name: name.slice(0, -2).replace(/^\//u, ''), withArgs: true };
  }
  return { kind: 'target', name: tool === 'Skill' ? name.replace(/^\//u, '') : name, withArgs: false };
}

/** What is noticed about a rule that names a whole tool no table lists; tools of MCP servers and patterns are no such names. */
export function unknownToolNote(rule: string): string | undefined {
  const name = rule.trim();
  if (!/^[^()\s*]+$/u.test(name) || name.startsWith('mcp__') || toolRow(canonicalToolName(name)) !== undefined) return undefined;
  return unknownTool(name);
}

function unknownTool(tool: string): string {
  const similar = similarToolName(tool);
  return `No tool called ${tool}.${similar === undefined ? '' : ` Did you mean ${similar}?`}`;
}

function parseCommand(content: string, behavior: RuleBehavior, found: RuleDiagnostic[]): RuleBody {
  const param = parseParam(content, behavior);
  if (param !== undefined && COMMAND_TOOL_FIELDS.has(param.name)) return param;
  if (content === ':*') return nothing('A prefix is missing before `:*`.', found);
  if (/:\*./u.test(content)) {
    found.push({ severity: 'warning', message: '`:*` only means “anything after” at the very end; here the colon is literal.' });
  }
  const text = content.trim();
  if (text.endsWith(':*')) return { kind: 'command', form: 'prefix', text: text.slice(0, -2) };
  if (/(?<!\\) \*$/u.test(text) && !hasStar(text.slice(0, -2))) return { kind: 'command', form: 'prefix', text: text.slice(0, -2) };
  return hasStar(text) ? { kind: 'command', form: 'wildcard', text } : { kind: 'command', form: 'exact', text };
}

function hasStar(text: string): boolean {
  return /(?<!\\)\*/u.test(text);
}

function parsePath(content: string, behavior: RuleBehavior, found: RuleDiagnostic[]): RuleBody {
  const pattern = behavior === 'allow' ? content : content.trim();
  if (/^\/(?:etc|home|usr|var|tmp|Users|opt|root|mnt|srv|private)(?:\/|$)/u.test(pattern)) {
    found.push({
      severity: 'warning',
      message: `One slash starts at the settings file’s own folder. Write //${pattern.slice(1)} for the filesystem root.`,
    });
  }
  if (/\{[^}]*,[^}]*\}/u.test(pattern)) {
    found.push({ severity: 'warning', message: 'Braces are literal here. Write one rule for each alternative.' });
  }
  if (pattern.startsWith('../')) return nothing('A pattern can’t leave its folder with `..`. Write // and the absolute path.', found);
  return { kind: 'path', pattern };
}

/** Only the host is compared. A deny or ask rule with more than that means all of the host; an allow rule must not allow more than it says. */
function parseDomain(content: string, behavior: RuleBehavior, found: RuleDiagnostic[]): RuleBody {
  const written = /^domain:\s*(\S+)\s*$/u.exec(content)?.[1];
  if (written === undefined) return nothing('Write WebFetch(domain:host); addresses are not compared as text.', found);
  const pattern = domainPattern(written);
  if (pattern?.isPlain === true) return { kind: 'domain', host: pattern.host };
  if (pattern === undefined) {
    const body = nothing(`${written} is not a host. Write one host for each rule, as in WebFetch(domain:example.com).`, found);
    return behavior === 'allow' ? body : { ...body, unreadable: true };
  }
  const message = `Only hosts are compared, without scheme, port and path. Write WebFetch(domain:${pattern.host}).`;
  if (behavior === 'allow') return nothing(message, found);
  found.push({ severity: 'warning', message });
  return { kind: 'domain', host: pattern.host };
}

function parseParam(content: string, behavior: RuleBehavior): Extract<RuleBody, { kind: 'param' }> | undefined {
  const match = PARAM.exec(content);
  const name = match?.[1];
  const value = match?.[2];
  if (behavior === 'allow' || name === undefined || value === undefined || PRIMARY_FIELDS.has(name)) return undefined;
  return { kind: 'param', name, value };
}

function parseMcp(tool: string, content: string | undefined, behavior: RuleBehavior, found: RuleDiagnostic[]): ParsedRule {
  if (content !== undefined) {
    const param = parseParam(content, behavior);
    if (param !== undefined) return { tool, body: param, diagnostics: found };
    if (behavior === 'allow') return inert(tool, `Rules for MCP tools can’t have parentheses. Write ${tool} alone.`, found);
  }
  if (behavior === 'allow' && !/^mcp__[^*]+?(?:__[^*]*\*?[^*]*)?$/u.test(tool)) {
    return inert(tool, 'An allow rule must name the server: mcp__server, mcp__server__* or mcp__server__tool.', found);
  }
  return { tool, body: { kind: 'mcp', pattern: tool }, diagnostics: found };
}

function parseToolGlob(tool: string, content: string | undefined, behavior: RuleBehavior, found: RuleDiagnostic[]): ParsedRule {
  if (behavior === 'allow') return inert(tool, 'Tool names with `*` only work in deny and ask rules.', found);
  if (content !== undefined && content !== '*') return inert(tool, 'A tool name with `*` can’t have parentheses.', found);
  return { tool, body: { kind: 'toolGlob', pattern: tool }, diagnostics: found };
}

function mistakeIn(text: string): string {
  if (/^[^()\s]+\([^)]*$/u.test(text)) return 'Not a rule yet: the closing parenthesis is missing.';
  if (/^[^()\s]+\s+\(/u.test(text)) return 'Not a rule: there is a space before the parenthesis. Write Tool(content).';
  const meant = ruleForCommand(text);
  return meant === undefined ? 'Not a rule. Write Tool or Tool(content).' : `Not a rule: it names no tool. For commands, write ${meant}.`;
}

/** An unreadable deny or ask rule isn't ignored: the engine makes the tool it starts with ask until the rule is fixed. */
function unreadable(text: string, found: RuleDiagnostic[]): ParsedRule {
  const why = mistakeIn(text);
  found.push({ severity: 'error', message: why });
  return { tool: canonicalToolName(/^[\w-]+/u.exec(text)?.[0] ?? ''), body: { kind: 'inert', why, unreadable: true }, diagnostics: found };
}

function nothing(why: string, found: RuleDiagnostic[]): Extract<RuleBody, { kind: 'inert' }> {
  found.push({ severity: 'error', message: why });
  return { kind: 'inert', why };
}

function inert(tool: string, why: string, found: RuleDiagnostic[]): ParsedRule {
  return { tool, body: nothing(why, found), diagnostics: found };
}

/** Why a text isn't a valid rule, as text; `undefined` if it is. Rules with a mistake aren't saved. */
export function ruleMistake(text: string, behavior: RuleBehavior): string | undefined {
  return parseRule(text, behavior).diagnostics.find(({ severity }) => severity === 'error')?.message;
}

/** The first of several texts that isn't a valid rule, with the reason. */
export function mistakenRule(
  texts: readonly string[],
  behavior: RuleBehavior,
): { readonly text: string; readonly why: string } | undefined {
  for (const text of texts) {
    const why = ruleMistake(text, behavior);
    if (why !== undefined) return { text, why };
  }
  return undefined;
}
