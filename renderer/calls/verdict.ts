import type { Decision, RuleRef, TraceEntry } from '#shared/permission/decision.ts';
import { RULE_PLACES } from '#shared/permission/rule-places.ts';
import type { Tone } from '../ui/display/badge.tsx';
import { ALLOWED_WORDS, DENIED_WORDS, words } from './words.ts';

/** The deciding entry: the last one that matches the decision. */
export function decidingEntry(decision: Pick<Decision, 'behavior' | 'trace'>): TraceEntry | undefined {
  return decision.trace.findLast((entry) => entry.outcome === decision.behavior);
}

/** Answers "Why?" in one sentence. “Denied by a rule” and “not allowed by any rule” never read the same. */
export function whySentence(decision: Decision, answeredBy: string | null): string {
  const verb = { allow: words.allowed, ask: words.asked, deny: words.denied }[decision.behavior];
  if (decision.reason === 'user') return words.byYou(verb);
  if (answeredBy === 'rules')
    return words.byNewRule(verb, (decision.behavior === 'deny' ? ruleMatch(decision) : undefined) ?? decision.message);
  const rule = decidingRule(decision);
  if (rule) {
    if (rule.subject === undefined || decision.behavior === 'allow') return words.byRule(verb, rule.text);
    return (rule.maybe ? words.byPossibleRule : words.byRuleOf)(verb, rule.text, rule.subject);
  }
  return decision.message === '' ? `${verb}.` : decision.message;
}

/** What the rule that decided matches; `undefined` if no rule decided. */
export function ruleMatch(decision: Decision): string | undefined {
  const rule = decidingRule(decision);
  return rule?.subject === undefined ? undefined : (rule.maybe ? words.ruleMayMatch : words.ruleMatches)(rule.text, rule.subject);
}

interface DecidingRule {
  readonly text: string;
  readonly subject: string | undefined;
  readonly maybe: boolean;
}

/** The rule that decided. `subject`: what it matches, unless that is the tool it names. */
function decidingRule(decision: Decision): DecidingRule | undefined {
  const decided = decision.trace.findLast((entry) => entry.outcome === decision.behavior && entry.rule !== undefined);
  if (decision.reason !== 'rule' || decided?.rule === undefined) return undefined;
  const { rule, subject, maybe = false } = decided;
  return { text: rule.text, subject: subject === rule.text ? undefined : subject, maybe };
}

export interface Verdict {
  readonly text: string;
  readonly tone: Tone;
}

/** Reasons why a call was stopped because nothing allowed it, rather than because something denied it. */
const UNANSWERED: ReadonlySet<Decision['reason']> = new Set([
  'promptsAvoided',
  'needsApproval',
  'notUnderstood',
  'outsideWorkingDirectory',
  'protectedPath',
  'criticalPath',
]);

/**
 * The verdict in two or three words. “Denied by a rule” and “not allowed by any rule” differ: one was forbidden, the other just not
 * permitted.
 */
export function verdictOf({ behavior, reason }: Pick<Decision, 'behavior' | 'reason'>): Verdict {
  if (behavior === 'ask') return { text: words.asks, tone: 'warn' };
  if (behavior === 'allow') return { text: ALLOWED_WORDS[reason] ?? words.allowed, tone: 'neutral' };
  if (UNANSWERED.has(reason)) return { text: words.notAllowed, tone: 'warn' };
  return { text: DENIED_WORDS[reason] ?? words.denied, tone: 'danger' };
}

/** Location of a rule: "this project’s rules, .claude/settings.json:7". */
export function ruleWhere(rule: RuleRef, projectDir: string): string {
  const source = RULE_PLACES[rule.source];
  if (rule.file === undefined) return source;
  const inside = projectDir !== '' && rule.file.startsWith(`${projectDir}/`);
  const file = inside ? rule.file.slice(projectDir.length + 1) : rule.file;
  return `${source}, ${file}${rule.line === undefined ? '' : `:${rule.line}`}`;
}
