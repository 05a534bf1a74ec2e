import { waitsForPerson } from '#shared/session/fold/fold-agents.ts';
import type { SessionView } from '#shared/session/view.ts';

type Asking = Pick<SessionView, 'agents' | 'asks' | 'calls'>;

/** Whether an agent that this call started, or one that it started, waits for a person. */
export function waitsInAgent(view: Asking, callId: string): boolean {
  return (
    view.asks.length > 0 &&
    Object.values(view.agents).some(
      ({ agentId, parentCallId, state }) => parentCallId === callId && state === 'running' && waitsForPerson(view, agentId),
    )
  );
}

/** How many running calls are agents that wait for a person: these don't count as running too. */
export function countWaitingAgents(view: Asking): number {
  if (view.asks.length === 0) return 0;
  const callIds = new Set(Object.values(view.agents).map(({ parentCallId }) => parentCallId));
  return [...callIds].filter((callId) => view.calls[callId]?.state === 'running' && waitsInAgent(view, callId)).length;
}
