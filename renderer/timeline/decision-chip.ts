import type { CallRow } from '#shared/session/view.ts';
import type { Tone } from '../ui/badge.tsx';

export interface DecisionChip {
  readonly text: string;
  readonly tone: Tone;
  readonly title: string;
}

const WORDS: Record<NonNullable<CallRow['decision']>['reason'], string> = {
  rule: 'rule',
  mode: 'mode',
  readOnly: 'read-only',
  workingDirectory: 'in folder',
  outsideWorkingDirectory: 'outside folder',
  protectedPath: 'protected',
  criticalPath: 'critical',
  notUnderstood: 'unclear',
  needsApproval: 'approval',
  toolCheck: 'tool check',
  userInteraction: 'you',
  preapproved: 'built in',
  hook: 'hook',
  classifier: 'classifier',
  user: 'you',
  dispatcher: 'dispatcher',
  promptsAvoided: 'no prompts',
  cancelled: 'cancelled',
  unknownTool: 'unknown tool',
  invalidInput: 'bad input',
  internalError: 'error',
};

/** What allowed or stopped a call, in a word or two. */
export function decisionChip(row: CallRow): DecisionChip | undefined {
  if (row.state === 'waiting') return { text: 'asks you', tone: 'warn', title: 'Waits for your answer in the permission queue' };
  const { decision } = row;
  if (!decision) return undefined;
  const title = decision.rule === undefined ? decision.message : `${decision.message}\n${decision.rule}`;
  const text = WORDS[decision.reason];
  if (decision.behavior === 'deny')
    return {
      text: decision.reason === 'user' ? 'denied by you' : decision.reason === 'rule' ? 'denied by rule' : text,
      tone: 'danger',
      title,
    };
  return { text: decision.reason === 'user' ? 'allowed by you' : text, tone: 'neutral', title };
}
