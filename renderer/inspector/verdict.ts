import type { Decision } from '#shared/permission/decision.ts';
import type { Tone } from '../ui/badge.tsx';

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
