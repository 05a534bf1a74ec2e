import type { ModelTime, OpenRequest } from '#shared/session/model-time.ts';
import type { SessionView } from '#shared/session/view.ts';
import { type Interval, mergeIntervals, totalLength } from './call-times.ts';

/** When models worked on requests of a turn. Epoch milliseconds. */
export interface ModelWork {
  /** Disjoint, in order. */
  readonly past: readonly Interval[];
  /** Since when one works now; `undefined`: none does. */
  readonly since: number | undefined;
  /** The pauses before another attempt, disjoint, in order. The end of the last may lie ahead. */
  readonly pauses: readonly Interval[];
}

export const NO_MODEL_WORK: ModelWork = { past: [], since: undefined, pauses: [] };

export type ModelRequests = Pick<SessionView, 'modelTimes' | 'retryPauses' | 'openRequests'>;

/** Of a whole session. */
export function modelWorkOf({ modelTimes, retryPauses, openRequests }: ModelRequests): ModelWork {
  const since = openRequests.length === 0 ? undefined : Math.min(...openRequests.map(({ from }) => from));
  return workOf(modelTimes.map(intervalOf), [...retryPauses.map(intervalOf), ...openRequests.flatMap(openPause)], since);
}

/** In any order. */
export function workOf(past: Interval[], pauses: Interval[], since: number | undefined): ModelWork {
  return { past: mergeIntervals(past), since, pauses: mergeIntervals(pauses) };
}

/** The pause with which a request began that hasn't ended. */
export function openPause({ startedAt, from }: OpenRequest): Interval[] {
  return from > startedAt ? [[startedAt, from]] : [];
}

function intervalOf([from, to]: ModelTime): Interval {
  return [from, to];
}

/** Disjoint, in order; what works now has ended `now`. */
export function modelWorkUntil({ past, since }: ModelWork, now: number): readonly Interval[] {
  return since === undefined ? past : mergeIntervals([...past, [since, Math.max(since, now)]]);
}

export function modelWorkTime(work: ModelWork, now: number): number {
  return totalLength(modelWorkUntil(work, now));
}

/** How long it waited before it asked the model’s server again. */
export function retryPauseTime({ pauses }: ModelWork, now: number): number {
  return pauses.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(to, now) - from), 0);
}

/** Whether it waits before it asks again. */
export function isPaused({ pauses }: ModelWork, now: number): boolean {
  const last = pauses.at(-1);
  return last !== undefined && last[0] <= now && now < last[1];
}
