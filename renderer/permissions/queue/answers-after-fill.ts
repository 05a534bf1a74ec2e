import { alwaysChoices } from '../panels/always-choices.ts';
import type { QueuedAsk } from '../../store/queued-asks.ts';
import type { AskGroup } from './ask-groups.ts';

const RISKS: ReadonlySet<string> = new Set(['read', 'write', 'execute', 'network']);
const REASONS: ReadonlySet<string> = new Set(['needsApproval', 'outsideWorkingDirectory']);
/** As `placeEffect` says it. */
const ELSEWHERE = /^runs (?:in container|on ssh host) /u;

/**
 * Whether a letter may answer the group after a fill when it follows an answered one. Not what can't be undone, shows secrets, runs
 * elsewhere, can't be seen through, has come back, or is held up by anything but the lack of a rule: a person goes to those.
 */
export function answersAfterFill({ members }: AskGroup): boolean {
  return members.every(isPlain);
}

function isPlain(ask: QueuedAsk): boolean {
  if (!RISKS.has(ask.risk) || !REASONS.has(ask.reason) || ask.mayAllowUnseen === true) return false;
  if (ask.rule !== undefined || ask.edited === true || ask.askedAgainBecause !== undefined) return false;
  // Where no rule may allow it, the gate can't tell what it does.
  return alwaysChoices(ask.suggestions).length > 0 && !ask.effects.some((effect) => ELSEWHERE.test(effect));
}
