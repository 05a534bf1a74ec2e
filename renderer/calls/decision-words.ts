import type { CallRow } from '#shared/session/view.ts';
import type { DecisionReason } from '#shared/permission/decision.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import type { Tone } from '../ui/display/badge.tsx';
import { outcomeWords } from '../ui/words.ts';
import { words as verdictWords } from './words.ts';

/** What decided whether a call may run, in a few categories. */
export const DECIDER_WORDS = {
  open: 'Not decided yet',
  never: 'Never decided',
  you: 'You',
  rule: 'A rule',
  mode: 'The mode',
  builtIn: 'No approval needed',
  hook: 'A hook',
  classifier: 'The classifier',
  dispatcher: 'The coordinator',
  noRule: 'Nothing allowed it',
  other: 'Something else',
} as const;

type Decider = keyof typeof DECIDER_WORDS;

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
  blockedOutside: 'rule',
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
  if (!decision) return state === 'queued' || state === 'waiting' || state === 'running' ? 'open' : 'never';
  return DECIDERS[decision.reason];
}

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
  blockedOutside: 'outside folder',
  protectedPath: 'protected',
  criticalPath: 'critical',
  notUnderstood: 'not understood',
  needsApproval: 'no rule',
  toolCheck: 'tool check',
  userInteraction: 'you',
  preapproved: 'no approval needed',
  hook: 'hook',
  classifier: 'classifier',
  user: 'you',
  dispatcher: 'coordinator',
  promptsAvoided: 'nobody to ask',
  cancelled: 'cancelled',
  unknownTool: 'unknown tool',
  invalidInput: 'invalid input',
  internalError: 'error',
};

const MODES: Readonly<Record<PermissionMode, string>> = {
  default: 'mode',
  acceptEdits: 'accept edits',
  plan: 'plan mode',
  dontAsk: 'don’t ask mode',
  auto: 'auto mode',
  bypassPermissions: 'bypass mode',
  bubble: 'mode',
};

/** What little space leaves out of a chip: “allowed by you” is “by you” there, “no approval needed” is “no approval”. */
const SHORTENED = /^((?:allowed|answered|denied) (?=by ))?(.*?)( needed)?$/u;

/** Of a denial, what denied it: “denied by hook”. The other reasons say it themselves. */
const DENIERS: ReadonlySet<DecisionReason> = new Set(['rule', 'mode', 'hook', 'classifier', 'dispatcher']);

/** What allowed or stopped a call, in a word or two. */
export function decisionChip(row: CallRow): DecisionChip | undefined {
  if (row.state === 'waiting') return { text: 'asks you', tone: 'warn', title: 'Waits for your answer in the permission queue' };
  const { decision } = row;
  if (row.state === 'cancelled' && row.startedAt === undefined && decision?.behavior !== 'allow')
    return { text: WORDS.cancelled, tone: 'neutral', title: outcomeWords(row) ?? decision?.message ?? '' };
  if (!decision) return undefined;
  const isDeniedByRule = decision.behavior === 'deny' && decision.reason === 'rule' && decision.rule !== undefined;
  // The message is for the model, and names no rule.
  const title = isDeniedByRule
    ? verdictWords.byRule(verdictWords.denied, decision.rule)
    : decision.rule === undefined
      ? decision.message
      : `${decision.message}\n${decision.rule}`;
  const text = decision.mode === undefined ? WORDS[decision.reason] : MODES[decision.mode];
  if (decision.behavior === 'deny')
    return {
      text: decision.reason === 'user' ? 'denied by you' : DENIERS.has(decision.reason) ? `denied by ${text}` : text,
      tone: 'danger',
      title,
    };
  const byYou = row.toolName === 'AskUserQuestion' ? 'answered by you' : 'allowed by you';
  return { text: decision.reason === 'user' ? byYou : text, tone: 'neutral', title };
}

interface ChipParts {
  readonly verdict: string;
  /** Always shown, and says enough alone. */
  readonly short: string;
  readonly rest: string;
}

/** A chip’s text in parts; together they are the text. */
export function chipParts(text: string): ChipParts {
  const [, verdict = '', short = text, rest = ''] = SHORTENED.exec(text) ?? [];
  return { verdict, short, rest };
}
