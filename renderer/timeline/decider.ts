import type { DecisionReason } from '#shared/permission/decision.ts';
import type { CallRow } from '#shared/session/view.ts';

/** What decided whether a call may run, in a few categories. */
export const DECIDER_WORDS = {
  open: 'Not decided yet',
  you: 'You',
  rule: 'A rule',
  mode: 'The mode',
  builtIn: 'Harmless by itself',
  hook: 'A hook',
  classifier: 'The classifier',
  dispatcher: 'The dispatching agent',
  noRule: 'Nothing allowed it',
  other: 'Something else',
} as const;

export type Decider = keyof typeof DECIDER_WORDS;

export function isDecider(value: string): value is Decider {
  return Object.hasOwn(DECIDER_WORDS, value);
}

const DECIDERS: Readonly<Record<DecisionReason, Decider>> = {
  rule: 'rule',
  mode: 'mode',
  readOnly: 'builtIn',
  workingDirectory: 'builtIn',
  preapproved: 'builtIn',
  toolCheck: 'builtIn',
  hook: 'hook',
  classifier: 'classifier',
  user: 'you',
  userInteraction: 'you',
  dispatcher: 'dispatcher',
  promptsAvoided: 'noRule',
  needsApproval: 'noRule',
  notUnderstood: 'noRule',
  outsideWorkingDirectory: 'noRule',
  protectedPath: 'noRule',
  criticalPath: 'noRule',
  cancelled: 'other',
  unknownTool: 'other',
  invalidInput: 'other',
  internalError: 'other',
};

export function deciderOf({ decision, state }: CallRow): Decider {
  if (!decision) return state === 'queued' || state === 'waiting' || state === 'running' ? 'open' : 'other';
  return DECIDERS[decision.reason];
}
