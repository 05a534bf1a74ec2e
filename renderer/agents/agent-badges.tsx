import { useAgentOfCall, useSession } from '../store/selectors.ts';
import { Badge } from '../ui/badge.tsx';
import { engineNow } from '../store/engine-clock.ts';
import { useNow } from '../timeline/clock.ts';
import { formatDuration } from '../timeline/duration.ts';
import { agentLabel } from '#shared/session/fold-agents.ts';
import { agentTime, shortModel } from './agent-words.ts';
import type { AgentRow } from '#shared/session/view.ts';
import { words } from './words.ts';

/** Badges on the row of an Agent call: agent type, model if it differs from the session's, and whether it runs in the background. */
export function AgentBadges({ sessionId, callId }: { readonly sessionId: string; readonly callId: string }) {
  const agent = useAgentOfCall(sessionId, callId);
  const usual = useSession(sessionId, (view) => view.model);
  if (!agent) return null;
  const { agentType, model, background, state } = agent;
  return (
    <>
      <Badge title={words.agentOfType(agentLabel(agent), agentType, model)}>
        {agentType}
        {model !== usual && ` · ${shortModel(model)}`}
      </Badge>
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
