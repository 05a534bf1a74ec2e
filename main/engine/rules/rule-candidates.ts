import { decide } from '#main/permission/decide.ts';
import { makePermissionContext, type ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import { ruleRef } from '#main/permission/layers/case.ts';
import { ruleMeets } from '#main/permission/rule-meets.ts';
import { commandRuleTool, toolRow } from '#shared/tool-table.ts';
import type { CommandOutput } from '#shared/contract/commands.ts';
import type { Decision, RuleRef } from '#shared/permission/decision.ts';
import type { CallFacts } from '#shared/permission/facts.ts';
import { parseRule } from '#shared/permission/grammar.ts';
import { RULE_BEHAVIORS, RULE_SOURCES, type RuleEntry } from '#shared/permission/rule.ts';

type Answer = CommandOutput<'call.rules'>;
type Candidate = Answer['candidates'][number];

/** Rules evaluated one by one; the rest are only counted. */
const MOST = 60;

/**
 * The rules in force now that are related to a call, in the order they are evaluated, with the reason why each did or didn't decide it. The
 * decision recorded at the time isn't changed; this is what the same call would get today. Pure.
 */
export function ruleCandidates(facts: CallFacts, context: ToolPermissionContext): Answer {
  const now = decide(facts, context);
  const related = context.rules.filter((rule) => isRelated(rule, facts, context)).toSorted(byPrecedence);
  const candidates = related.slice(0, MOST).map((rule): Candidate => ({ rule: ruleRef(rule), ...standing(rule, facts, context, now) }));
  return {
    now: { behavior: now.behavior, reason: now.reason, message: now.message },
    candidates,
    more: related.length - candidates.length,
  };
}

/** Deny before ask before allow; within one behavior, the sources from the highest down. */
function byPrecedence(a: RuleEntry, b: RuleEntry): number {
  return (
    RULE_BEHAVIORS.indexOf(a.behavior) - RULE_BEHAVIORS.indexOf(b.behavior) ||
    RULE_SOURCES.indexOf(a.source) - RULE_SOURCES.indexOf(b.source)
  );
}

/** Whether the rule is about this tool, or about files the call accesses. */
function isRelated({ text, behavior }: RuleEntry, facts: CallFacts, context: ToolPermissionContext): boolean {
  const { tool, body } = parseRule(text, behavior);
  const { toolName } = facts;
  if (tool === toolName || tool === commandRuleTool(toolName)) return true;
  if (body.kind === 'toolGlob') return true;
  if (body.kind === 'mcp') return toolName.startsWith('mcp__') && toolName.split('__')[1] === tool.split('__')[1];
  if (toolRow(tool)?.ruleForm !== 'path') return false;
  const paths = [...facts.paths, ...(facts.shell?.commands.flatMap((command) => command.paths) ?? [])];
  // A word that may only be a path is related only to the rules that match it.
  return paths.some(({ access }) => access !== 'mention') || (paths.length > 0 && ruleMeets(text, facts, context, behavior) !== 'no');
}

function standing(rule: RuleEntry, facts: CallFacts, context: ToolPermissionContext, now: Decision): Pick<Candidate, 'standing' | 'why'> {
  if (rule.inert !== undefined) return { standing: 'inert', why: rule.inert };
  if (isNamed(rule, now)) return { standing: 'decided', why: now.message };
  return rule.behavior === 'allow' ? allowStanding(rule, facts, context, now) : denyOrAskStanding(rule, facts, context, now);
}

function isNamed(rule: RuleEntry, { trace, behavior }: Decision): boolean {
  return trace.some(({ rule: named, outcome }) => named !== undefined && outcome === behavior && sameRule(named, rule));
}

function sameRule(a: RuleRef, b: RuleEntry): boolean {
  return a.text === b.text && a.behavior === b.behavior && a.source === b.source && a.line === b.line;
}

function denyOrAskStanding(
  rule: RuleEntry,
  facts: CallFacts,
  context: ToolPermissionContext,
  now: Decision,
): Pick<Candidate, 'standing' | 'why'> {
  const meets = ruleMeets(rule.text, facts, context);
  if (meets === 'no') return { standing: 'no_match', why: 'It is about something else.' };
  if (meets === 'maybe') return { standing: 'lost', why: 'Whether it applies is only known when the call runs.' };
  return { standing: 'lost', why: decidedBy(now) };
}

/** An allow rule alone: whether it covers the call, or which part of it. */
function allowStanding(
  rule: RuleEntry,
  facts: CallFacts,
  context: ToolPermissionContext,
  now: Decision,
): Pick<Candidate, 'standing' | 'why'> {
  const alone = decide(
    facts,
    makePermissionContext({ ...context, mode: 'default', isBypassPermissionsModeAvailable: false, rules: [rule] }),
  );
  if (isNamed(rule, alone)) return { standing: 'lost', why: decidedBy(now) };
  if (ruleMeets(rule.text, facts, context, 'allow') === 'no') return { standing: 'no_match', why: 'It is about something else.' };
  // The decision is made before the allow rules are evaluated.
  if (!alone.trace.some(({ layer }) => layer === 'allow')) return { standing: 'lost', why: decidedBy(now) };
  const covers = alone.trace.some(({ layer, outcome, rule: named }) => layer === 'allow' && outcome === 'allow' && named !== undefined);
  const open = alone.trace.find(({ layer, outcome, subject }) => layer === 'allow' && outcome === 'pass' && subject !== undefined);
  if (covers && open) return { standing: 'lost', why: `It doesn’t cover all of it: ${open.subject ?? ''}. ${open.detail}` };
  return { standing: 'lost', why: open?.detail ?? 'It matches, but never covers a call like this one.' };
}

/** What was evaluated first and decided. */
function decidedBy(now: Decision): string {
  const winner = now.trace.findLast(
    ({ outcome, rule: named }) => outcome === now.behavior && (now.reason !== 'rule' || named !== undefined),
  );
  const rule = winner?.rule;
  if (rule === undefined) return winner === undefined ? now.message : `It was settled before: ${winner.detail}`;
  if (rule.behavior === 'deny') return `The deny rule ${rule.text} comes before it.`;
  if (rule.behavior === 'ask') return `The ask rule ${rule.text} comes before it.`;
  return `${rule.text} already allowed it.`;
}
