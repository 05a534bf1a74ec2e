import type { Decision, DecisionLayer, TraceEntry } from '#shared/permission/decision.ts';

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
