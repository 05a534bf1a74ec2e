import type { SessionView } from '#shared/session/view.ts';
import type { Interval } from '../../calls/call-times.ts';
import { type ModelWork, openPause, workOf } from '../../calls/model-work.ts';
import { turnAt, type Turn } from '../../calls/turns.ts';

type Requests = Pick<SessionView, 'modelTimes' | 'retryPauses' | 'openRequests' | 'agents' | 'calls'>;

/** For each turn. The requests of an agent are part of the turn in which it was started, as its calls are. */
export function modelWorkByTurn(
  { modelTimes, retryPauses, openRequests, agents, calls }: Requests,
  turns: readonly Turn[],
): readonly ModelWork[] {
  const byTurn = turns.map((): { past: Interval[]; pauses: Interval[]; since: number | undefined } => ({
    past: [],
    pauses: [],
    since: undefined,
  }));
  const turnOfAgent = new Map<string, number | undefined>();
  const startOf = (agentId: string): number | undefined => {
    let callId = agents[agentId]?.parentCallId;
    for (let above = callId; above !== undefined; above = calls[above]?.parentCallId) callId = above;
    const start = calls[callId ?? '']?.queuedAt;
    return start === undefined ? undefined : turnAt(turns, start);
  };
  const workAt = (from: number, agentId: string | undefined) => {
    if (agentId !== undefined && !turnOfAgent.has(agentId)) turnOfAgent.set(agentId, startOf(agentId));
    return byTurn[turnOfAgent.get(agentId ?? '') ?? turnAt(turns, from)];
  };
  for (const [from, to, agentId] of modelTimes) workAt(from, agentId)?.past.push([from, to]);
  for (const [from, to, agentId] of retryPauses) workAt(from, agentId)?.pauses.push([from, to]);
  for (const request of openRequests) {
    const { startedAt, from, agentId } = request;
    const work = workAt(startedAt, agentId);
    if (!work) continue;
    work.since = Math.min(work.since ?? from, from);
    work.pauses.push(...openPause(request));
  }
  return byTurn.map(({ past, pauses, since }) => workOf(past, pauses, since));
}

export function hasModelWork({ past, pauses, since }: ModelWork): boolean {
  return past.length > 0 || pauses.length > 0 || since !== undefined;
}

export function isSameModelWork(one: ModelWork, other: ModelWork): boolean {
  if (one === other) return true;
  return one.since === other.since && isSame(one.past, other.past) && isSame(one.pauses, other.pauses);
}

function isSame(one: readonly Interval[], other: readonly Interval[]): boolean {
  return one.length === other.length && one.every(([from, to], index) => from === other[index]?.[0] && to === other[index][1]);
}
