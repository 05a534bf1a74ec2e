import type { Decision, DecisionLayer, RuleRef, TraceEntry } from '#shared/permission/decision.ts';
import type { RuleSource } from '#shared/permission/rule.ts';
import type { Tone } from '../ui/display/badge.tsx';

export const LAYER_WORDS: Readonly<Record<DecisionLayer, string>> = {
  input: 'Input',
  hook: 'Hooks',
  deny: 'Deny rules',
  ask: 'Ask rules',
  tool: 'The tool itself',
  safety: 'Protected places',
  mode: 'Mode',
  allow: 'Allow rules',
  classifier: 'Classifier',
  dialog: 'You',
};

export const OUTCOME_WORDS: Readonly<Record<TraceEntry['outcome'], string>> = {
  allow: 'allowed',
  ask: 'asked',
  deny: 'denied',
  pass: 'no opinion',
};

/** The deciding entry: the last one that matches the decision. */
export function decidingEntry(decision: Decision): TraceEntry | undefined {
  return decision.trace.findLast((entry) => entry.outcome === decision.behavior);
}

/** Answers "Why?" in one sentence. “Denied by a rule” and “not allowed by any rule” never read the same. */
export function whySentence(decision: Decision, answeredBy: string | null): string {
  const verb = { allow: 'Allowed', ask: 'Asked', deny: 'Denied' }[decision.behavior];
  if (decision.reason === 'user')
    return decision.behavior === 'allow' ? 'Allowed by you, in the permission queue.' : 'Denied by you, in the permission queue.';
  if (answeredBy === 'rules') return `${verb} by a rule added while it waited. ${decision.message}`;
  const rule = decidingEntry(decision)?.rule;
  if (decision.reason === 'rule' && rule) return `${verb} by the rule ${rule.text}.`;
  return decision.message === '' ? `${verb}.` : decision.message;
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
  if (behavior === 'ask') return { text: 'Asks', tone: 'warn' };
  if (behavior === 'allow') return { text: ALLOWED[reason] ?? 'Allowed', tone: 'neutral' };
  if (UNANSWERED.has(reason)) return { text: 'Not allowed by any rule', tone: 'warn' };
  return { text: DENIED[reason] ?? 'Denied', tone: 'danger' };
}

const ALLOWED: { readonly [R in Decision['reason']]?: string } = {
  rule: 'Allowed by a rule',
  mode: 'Allowed by the mode',
  user: 'Allowed by you',
  hook: 'Allowed by a hook',
  classifier: 'Allowed by the classifier',
  dispatcher: 'Allowed by the dispatcher',
  readOnly: 'Only reads',
  workingDirectory: 'Inside the project',
  preapproved: 'Needs no approval',
  toolCheck: 'Needs no approval',
};

const DENIED: { readonly [R in Decision['reason']]?: string } = {
  rule: 'Denied by a rule',
  mode: 'Not allowed by the mode',
  user: 'Denied by you',
  hook: 'Denied by a hook',
  classifier: 'Denied by the classifier',
  dispatcher: 'Denied by the dispatcher',
  toolCheck: 'Refused by the tool',
  cancelled: 'Cancelled',
  unknownTool: 'Unknown tool',
  invalidInput: 'Invalid input',
  internalError: 'Failed to decide',
};

const SOURCE_WORDS: Readonly<Record<RuleSource, string>> = {
  policy: 'your organisation’s policy',
  cli: 'the command line',
  local: 'your own rules for this project',
  project: 'this project’s rules',
  user: 'your own rules',
  session: 'this session',
};

/** Location of a rule: "this project’s rules, .claude/settings.json:7". */
export function ruleWhere(rule: RuleRef, projectDir: string): string {
  const words = SOURCE_WORDS[rule.source];
  if (rule.file === undefined) return words;
  const inside = projectDir !== '' && rule.file.startsWith(`${projectDir}/`);
  const file = inside ? rule.file.slice(projectDir.length + 1) : rule.file;
  return `${words}, ${file}${rule.line === undefined ? '' : `:${rule.line}`}`;
}
