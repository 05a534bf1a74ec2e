import type { SessionView } from '#shared/session/view.ts';
import { type Interval, mergeIntervals, totalLength } from './call-times.ts';

/** When models worked on requests of a turn. Epoch milliseconds. */
export interface ModelWork {
  /** Disjoint, in order. */
  readonly past: readonly Interval[];
  /** Since when one works now; `undefined`: none does. */
  readonly since: number | undefined;
}

export const NO_MODEL_WORK: ModelWork = { past: [], since: undefined };

/** Of a whole session. */
export function modelWorkOf({ modelTimes, openRequests }: Pick<SessionView, 'modelTimes' | 'openRequests'>): ModelWork {
  const past = mergeIntervals(modelTimes.map(([from, to]): Interval => [from, to]));
  return { past, since: openRequests.length === 0 ? undefined : Math.min(...openRequests.map(({ from }) => from)) };
}

/** Disjoint, in order; what works now has ended `now`. */
export function modelWorkUntil({ past, since }: ModelWork, now: number): readonly Interval[] {
  return since === undefined ? past : mergeIntervals([...past, [since, Math.max(since, now)]]);
}

export function modelWorkTime(work: ModelWork, now: number): number {
  return totalLength(modelWorkUntil(work, now));
}
