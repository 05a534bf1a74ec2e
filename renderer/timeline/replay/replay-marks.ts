import type { ReplayedCall } from '#shared/contract/rule-sets.ts';
import type { DecisionBehavior } from '#shared/permission/decision.ts';
import type { ReplayMark } from '../../store/rule-replay.ts';
import { replayWords as words } from './replay-words.ts';

const TONES = { allow: 'ok', ask: 'warn', deny: 'danger' } as const;

/** Whether the chosen rules decide it otherwise: than the rules in force without them, if they are added to those, or else than then. */
export function isChanged({ was, without = was, now }: ReplayedCall): boolean {
  return without !== now;
}

/** Whether the rules in force decide it differently than at the time, and the chosen rules don't matter. */
function isOtherAnyway(call: ReplayedCall): boolean {
  return call.was !== call.now && !isChanged(call);
}

/** What happened then and would happen now, in a sentence. */
export function thenAndNow(call: ReplayedCall): string {
  const { was, without, now } = call;
  if (isOtherAnyway(call)) return words.anyway(words.did[was], words.would[now]);
  if (was === now && without !== undefined && without !== now) return words.again(words.did[was], words.would[without]);
  return words.thenAndNow(words.did[was], words.would[now]);
}

/** The chip of a call that was decided again. */
export function replayMark(call: ReplayedCall): ReplayMark {
  const { now, rule, message } = call;
  const differs = isChanged(call);
  const decided = rule === undefined ? message : `${message}\n${rule.text}`;
  const text = isOtherAnyway(call) ? words.anywayDoes : differs ? words.nowDoes : words.stillDoes;
  return { text: text[now], title: `${thenAndNow(call)}\n${decided}`, tone: differs ? TONES[now] : 'neutral', differs };
}

/** Of calls that can't be decided again. */
export const UNMARKED: ReplayMark = { text: words.noFacts, title: words.noFactsHint, tone: 'neutral', differs: null };

type Counts = Readonly<Record<DecisionBehavior, number>>;

/** How many calls the chosen rules decide otherwise, and how. */
export interface ReplayCounts extends Counts {
  readonly same: number;
  /** What the rules in force decide differently than at the time, with or without the chosen rules. */
  readonly anyway: Counts;
  /** Of the session, but not decided again. */
  readonly open: number;
}

export function countReplay(calls: readonly ReplayedCall[], callOrder: readonly string[]): ReplayCounts {
  const counts = { same: 0, allow: 0, ask: 0, deny: 0, open: 0 };
  const anyway = { allow: 0, ask: 0, deny: 0 };
  const known = new Set<string>();
  for (const call of calls) {
    known.add(call.callId);
    if (isOtherAnyway(call)) anyway[call.now]++;
    else counts[isChanged(call) ? call.now : 'same']++;
  }
  counts.open = callOrder.filter((callId) => !known.has(callId)).length;
  return { ...counts, anyway };
}

/** The next call after `from` (before it, with `step` -1) that is decided otherwise, going round at the end. */
export function neighbourDifference(
  callOrder: readonly string[],
  differs: (callId: string) => boolean,
  from: string | null,
  step: 1 | -1,
): string | undefined {
  const count = callOrder.length;
  const start = from === null ? (step === 1 ? -1 : 0) : callOrder.indexOf(from);
  for (let tried = 1; tried <= count; tried++) {
    const callId = callOrder[(((start + step * tried) % count) + count) % count];
    if (callId !== undefined && differs(callId)) return callId;
  }
  return undefined;
}
