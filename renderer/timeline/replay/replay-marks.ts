import type { ReplayedCall } from '#shared/contract/rule-sets.ts';
import type { ReplayMark } from '../../store/rule-replay.ts';
import { replayWords as words } from './replay-words.ts';

const TONES = { allow: 'ok', ask: 'warn', deny: 'danger' } as const;

/** The chip of a call that was decided again. */
export function replayMark({ was, now, rule, message }: ReplayedCall): ReplayMark {
  const differs = was !== now;
  const decided = rule === undefined ? message : `${message}\n${rule.text}`;
  return {
    text: differs ? words.nowDoes[now] : words.stillDoes[now],
    title: `${words.thenAndNow(words.did[was], words.would[now])}\n${decided}`,
    tone: differs ? TONES[now] : 'neutral',
    differs,
  };
}

/** Of calls that can't be decided again. */
export const UNMARKED: ReplayMark = { text: words.noFacts, title: words.noFactsHint, tone: 'neutral', differs: null };

/** How many calls would be decided otherwise, and how. */
export interface ReplayCounts {
  readonly same: number;
  readonly allow: number;
  readonly ask: number;
  readonly deny: number;
  /** Of the session, but not decided again. */
  readonly open: number;
}

export function countReplay(calls: readonly ReplayedCall[], callOrder: readonly string[]): ReplayCounts {
  const counts = { same: 0, allow: 0, ask: 0, deny: 0, open: 0 };
  const known = new Set<string>();
  for (const { callId, was, now } of calls) {
    known.add(callId);
    counts[was === now ? 'same' : now]++;
  }
  counts.open = callOrder.filter((callId) => !known.has(callId)).length;
  return counts;
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
