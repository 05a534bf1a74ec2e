import { agentLabel } from '#shared/session/fold/fold-agents.ts';
import type { AgentRow } from '#shared/session/view.ts';
import { engineNow } from '../store/engine-clock.ts';
import { useAgentOfCall, useSession } from '../store/selectors.ts';
import { useNow } from '../time/clock.ts';
import { formatDuration } from '../time/duration.ts';
import { Badge } from '../ui/display/badge.tsx';
import { agentTime, shortModel, words } from './words.ts';

const USUAL_TYPE = 'general-purpose';

/** Badges on the row of an Agent call: agent type, model if it differs from the session's, and whether it runs in the background. */
export function AgentBadges({ sessionId, callId }: { readonly sessionId: string; readonly callId: string }) {
  const agent = useAgentOfCall(sessionId, callId);
  const sessionModel = useSession(sessionId, (view) => view.model);
  if (!agent) return null;
  const { agentType, model, background, state } = agent;
  // The row shows the task; the usual type and model say nothing more.
  const facts = [agentType === USUAL_TYPE ? '' : agentType, model === sessionModel ? '' : shortModel(model)].filter((fact) => fact !== '');
  return (
    <>
      {facts.length > 0 && <Badge title={words.agentOfType(agentLabel(agent), agentType, model)}>{facts.join(' · ')}</Badge>}
      {background && state === 'running' && <InBackground agent={agent} />}
    </>
  );
}

function InBackground({ agent }: { readonly agent: AgentRow }) {
  useNow(1000);
  return (
    <Badge tone="accent" title={words.inBackground}>
      {formatDuration(agentTime(agent, engineNow()))}
    </Badge>
  );
}
