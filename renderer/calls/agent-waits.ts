import { callWaits } from '#shared/session/call-waits.ts';
import type { CallRow } from '#shared/session/view.ts';
import { mergeIntervals, type Interval } from './call-times.ts';

const known = new WeakMap<readonly CallRow[], ReadonlyMap<string, readonly Interval[]>>();

/**
 * When calls of an agent, or of agents that it started, waited for the user: disjoint, in order, by the call that started the agent. A wait
 * that lasts ends at infinity. Computed once per list, shared by all components.
 */
export function agentWaits(rows: readonly CallRow[]): ReadonlyMap<string, readonly Interval[]> {
  const before = known.get(rows);
  if (before) return before;
  const fresh = waitsByAgent(rows);
  known.set(rows, fresh);
  return fresh;
}

function waitsByAgent(rows: readonly CallRow[]): ReadonlyMap<string, readonly Interval[]> {
  const waiting = rows.filter(
    ({ askedAt, inputWaits, parentCallId }) => (askedAt ?? inputWaits) !== undefined && parentCallId !== undefined,
  );
  if (waiting.length === 0) return NONE;
  const parents = new Map(rows.map(({ callId, parentCallId }) => [callId, parentCallId]));
  const waits = new Map<string, Interval[]>();
  for (const row of waiting) {
    const waited = callWaits(row, Number.POSITIVE_INFINITY);
    const above = new Set([row.callId]);
    for (let parent = row.parentCallId; parent !== undefined && !above.has(parent); parent = parents.get(parent)) {
      above.add(parent);
      const list = waits.get(parent);
      if (list) list.push(...waited);
      else waits.set(parent, [...waited]);
    }
  }
  return new Map([...waits].map(([callId, intervals]) => [callId, mergeIntervals(intervals)]));
}

const NONE: ReadonlyMap<string, readonly Interval[]> = new Map();
