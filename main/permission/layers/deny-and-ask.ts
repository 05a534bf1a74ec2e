import type { CallFacts, PathFact } from '#shared/permission/facts.ts';
import { matchInput, matchResource, matchTool } from '../rules/match-rule.ts';
import type { ActiveRule } from '../rules/active-rule.ts';
import type { RuleSet } from '../rules/rule-set.ts';
import { wholeRuleTool } from '#shared/tool-table.ts';
import { type Case, entry, type LayerResult, pass, settle } from './case.ts';
import { reachingCommandRule } from './command-rules.ts';
import { reachingRule } from './file-rules.ts';

interface Hit {
  readonly rule: ActiveRule;
  readonly subject: string | undefined;
  readonly sure: boolean;
  /** Why it might match. */
  readonly why?: string;
}

/** Deny rules: any spelling, any depth. A rule that only might match asks instead. */
export function denyLayer(at: Case): LayerResult {
  const hit = findHit(at.rules.deny, at);
  if (hit === undefined) return pass('deny', 'No deny rule matches.');
  if (!hit.sure) return possibleDeny(hit);
  return settle(
    'deny',
    { behavior: 'deny', reason: 'rule', message: denial(at.facts, hit) },
    { subject: hit.subject, rule: hit.rule.entry },
  );
}

function possibleDeny(hit: Hit): LayerResult {
  const { entry: rule, parsed } = hit.rule;
  const unreadable = parsed.body.kind === 'inert';
  const message = unreadable
    ? `The deny rule ${rule.text} can’t be read, so all ${parsed.tool} calls ask until it is fixed.`
    : `The deny rule ${rule.text} may apply when it runs${hit.why === undefined ? '' : `: ${hit.why}`}.`;
  return settle('deny', { behavior: 'ask', reason: 'rule', message }, unreadable ? { rule } : { subject: hit.subject, rule, maybe: true });
}

/** Ask rules: they match as widely as deny rules. */
export function askLayer(at: Case): LayerResult {
  const hit = findHit(at.rules.ask, at);
  if (hit === undefined) return pass('ask', 'No ask rule matches.');
  const message = `The ask rule ${hit.rule.entry.text} ${hit.sure ? 'matches' : 'may apply'}.`;
  const more = { subject: hit.subject, rule: hit.rule.entry, maybe: !hit.sure };
  return settle('ask', { behavior: 'ask', reason: 'rule', message }, more);
}

function findHit(set: RuleSet, at: Case): Hit | undefined {
  const { facts } = at;
  const whole =
    matchTool(set, facts.toolName, facts.mcp) ??
    matchTool(set, wholeRuleTool(facts.toolName), facts.mcp) ??
    matchResource(set, facts) ??
    matchInput(set, facts);
  if (whole !== undefined) return { rule: whole, subject: facts.toolName, sure: true };
  const command = reachingCommandRule(set, at);
  if (command?.sure === true) return command;
  const unreadable = unreadableRule(set, at);
  let possible: Hit | undefined = command ?? (unreadable && { rule: unreadable, subject: facts.toolName, sure: false });
  if (set.pathRules.size === 0) return possible;
  for (const fact of at.paths) {
    const hit = reachingRule(set, fact, at);
    if (hit?.sure === true) return { ...hit, subject: fact.spelled };
    if (hit !== undefined) possible ??= { ...hit, subject: fact.spelled, why: whyMaybe(fact) };
  }
  return possible;
}

/** What of a path leaves open whether a file is among it. */
function whyMaybe({ access, spelled, unresolved, recursive, glob }: PathFact): string {
  const place = spelled === '.' || spelled === './' ? 'its folder' : spelled;
  if (unresolved) {
    const isGiven = spelled === '…' || spelled.includes('{}');
    return isGiven ? 'which files it gets is only known then' : `what ${spelled} stands for is only known then`;
  }
  if (glob) return `what matches ${spelled} is only known then`;
  if (recursive) return `it takes in everything in ${place}`;
  if (access === 'write' || access === 'delete') return `it changes ${spelled}`;
  return `it may read ${place}`;
}

/** An unreadable rule may have been meant for this call: path rules apply to every tool that touches files, including the shell. */
function unreadableRule(set: RuleSet, { facts, kind }: Case): ActiveRule | undefined {
  if (set.unreadable.size === 0) return undefined;
  const files = ['shell', 'read', 'search', 'edit'].includes(kind) ? ['Read', 'Edit'] : [];
  return [facts.toolName, wholeRuleTool(facts.toolName), ...files]
    .map((tool) => set.unreadable.get(tool))
    .find((rule) => rule !== undefined);
}

/** Worded like Claude Code's denials, which models know. */
function denial(facts: CallFacts, hit: Hit): string {
  if (facts.shell !== undefined) return `Permission to use ${facts.toolName} with command ${facts.shell.line} has been denied.`;
  if (facts.web !== undefined) return `${facts.toolName} denied access to domain:${facts.web.host}.`;
  const file = facts.paths[0];
  if (file !== undefined && hit.subject !== facts.toolName) {
    return file.real === file.path
      ? 'File is in a directory that is denied by your permission settings.'
      : `Permission to ${file.access === 'write' ? 'edit' : 'read'} ${file.path} has been denied.`;
  }
  return `Permission to use ${facts.toolName} has been denied.`;
}

/** The tool's own check, tools that always need a person (SPEC T5), and MCP tools that a person has yet to review. */
export function toolLayer(at: Case): LayerResult {
  const { facts, toolCheck } = at;
  if (toolCheck?.behavior === 'deny') return settle('tool', { behavior: 'deny', reason: 'toolCheck', message: toolCheck.message });
  if (facts.requiresUserInteraction) {
    return settle('tool', { behavior: 'ask', reason: 'userInteraction', message: `${facts.toolName} always asks you.` });
  }
  if (toolCheck?.behavior === 'ask' && toolCheck.needsPerson === true)
    return settle('tool', { behavior: 'ask', reason: 'userInteraction', message: toolCheck.message });
  // No one has reviewed it, so neither a rule, nor a hook, nor bypass mode can have consented to it.
  if (facts.mcp?.suspended !== undefined) {
    const message = toolCheck?.behavior === 'ask' ? toolCheck.message : `${facts.toolName} needs your approval: ${facts.mcp.suspended}`;
    return settle('tool', { behavior: 'ask', reason: 'toolCheck', message });
  }
  // What rules and modes allow of a reading tool is the reading, not what it asks about besides.
  if (toolCheck?.behavior === 'ask' && (at.kind === 'read' || at.kind === 'search') && !at.bypass)
    return settle('tool', { behavior: 'ask', reason: 'toolCheck', message: toolCheck.message });
  if (toolCheck?.behavior === 'ask') return { trace: [entry('tool', 'ask', toolCheck.message)] };
  if (toolCheck?.behavior === 'allow')
    return { trace: [entry('tool', 'allow', 'The tool’s own check found nothing, and it needs no approval.')] };
  return pass('tool', 'The tool’s own check found nothing.');
}
