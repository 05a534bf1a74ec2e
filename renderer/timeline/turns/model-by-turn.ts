import type { SessionView } from '#shared/session/view.ts';
import { type Interval, mergeIntervals } from '../../calls/call-times.ts';
import type { ModelWork } from '../../calls/model-work.ts';
import { turnAt, type Turn } from '../../calls/turns.ts';

type Requests = Pick<SessionView, 'modelTimes' | 'openRequests' | 'agents' | 'calls'>;

/** For each turn. The requests of an agent are part of the turn in which it was started, as its calls are. */
export function modelWorkByTurn({ modelTimes, openRequests, agents, calls }: Requests, turns: readonly Turn[]): readonly ModelWork[] {
  const byTurn = turns.map((): { past: Interval[]; since: number | undefined } => ({ past: [], since: undefined }));
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
  for (const { from, agentId } of openRequests) {
    const work = workAt(from, agentId);
    if (work) work.since = Math.min(work.since ?? from, from);
  }
  return byTurn.map(({ past, since }) => ({ past: mergeIntervals(past), since }));
}

export function hasModelWork({ past, since }: ModelWork): boolean {
  return past.length > 0 || since !== undefined;
}

export function isSameModelWork(one: ModelWork, other: ModelWork): boolean {
  if (one === other) return true;
  const { past } = other;
  return (
    one.since === other.since &&
    one.past.length === past.length &&
    one.past.every(([from, to], index) => from === past[index]?.[0] && to === past[index][1])
  );
}
