import type { AgentRow } from '#shared/session/view.ts';
import { agentWaits } from '../calls/agent-waits.ts';
import { totalLength, within } from '../calls/call-times.ts';
import { callsOf } from '../calls/calls-of.ts';
import { engineNow } from '../store/engine-clock.ts';
import { useSession } from '../store/selectors.ts';
import { useNow } from '../time/clock.ts';
import { agentTime } from './words.ts';

/** How long an agent worked and how long its calls waited for the user meanwhile, in milliseconds; counts while it runs. `span`: of its call, or its own. */
export function useAgentTimes(sessionId: string, agent: AgentRow, span: Pick<AgentRow, 'startedAt' | 'endedAt'> = agent) {
  useNow(agent.state === 'running' ? 1000 : null);
  const { startedAt, endedAt = engineNow() } = span;
  const waited = useSession(sessionId, (view) => {
    const waits = agentWaits(callsOf(view)).get(agent.parentCallId);
    return waits ? totalLength(within([startedAt, endedAt], waits)) : 0;
  });
  return { worked: agentTime(span, endedAt) - (waited ?? 0), waited: waited ?? 0 };
}
