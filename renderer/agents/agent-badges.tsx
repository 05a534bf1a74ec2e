import { agentLabel } from '#shared/session/fold/fold-agents.ts';
import type { AgentRow } from '#shared/session/view.ts';
import { useAgentOfCall, useSession } from '../store/selectors.ts';
import { formatDuration } from '../time/duration.ts';
import { Badge } from '../ui/display/badge.tsx';
import { useAgentTimes } from './use-agent-times.ts';
import { unusualFacts, words } from './words.ts';

/** Badges on the row of an Agent call: agent type, model if it differs from the session's, and whether it runs in the background. */
export function AgentBadges({ sessionId, callId }: { readonly sessionId: string; readonly callId: string }) {
  const agent = useAgentOfCall(sessionId, callId);
  const sessionModel = useSession(sessionId, (view) => view.model);
  if (!agent) return null;
  const { agentType, model, background, state } = agent;
  const facts = unusualFacts(agent, sessionModel);
  return (
    <>
      {facts.length > 0 && <Badge title={words.agentOfType(agentLabel(agent), agentType, model)}>{facts.join(' · ')}</Badge>}
      {background && state === 'running' && <InBackground sessionId={sessionId} agent={agent} />}
    </>
  );
}

function InBackground({ sessionId, agent }: { readonly sessionId: string; readonly agent: AgentRow }) {
  const { worked } = useAgentTimes(sessionId, agent);
  return (
    <Badge tone="accent" title={words.inBackground}>
      {formatDuration(worked)}
    </Badge>
  );
}
