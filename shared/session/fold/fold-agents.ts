import { shorten } from '../../shorten.ts';
import type { EventBody, SessionEvent } from '../event.ts';
import type { AgentRow, SessionView } from '../view.ts';

/** The display name of a sub-agent: its own name, otherwise its type. */
export function agentLabel({ name, agentType }: Pick<AgentRow, 'name' | 'agentType'>): string {
  return name ?? agentType;
}

const MAX_TASK = 48;

/** What a request calls the sub-agent that asks: its own name, otherwise its task in quotes, otherwise its type. The task is the model’s text. */
export function askingAgent({ name, agentType, description }: Pick<AgentRow, 'name' | 'agentType' | 'description'>): string {
  const task = shorten(description.replaceAll(/[“”"\p{Cc}\p{Cf}\s]+/gu, ' ').trim(), MAX_TASK);
  return name ?? (task === '' ? agentType : `“${task}”`);
}

/** The sub-agent that an Agent call started; a Workflow call has a run instead. */
export function agentOfCall({ agents }: Pick<SessionView, 'agents'>, callId: string): AgentRow | undefined {
  for (const agentId in agents) if (agents[agentId]?.parentCallId === callId && !agents[agentId].workflow) return agents[agentId];
  return undefined;
}

type Asking = Pick<SessionView, 'agents' | 'asks'>;

/** Whether a question of this agent, or of one that it started, waits for a person. */
export function waitsForPerson(view: Asking, agentId: string): boolean {
  return waitingCall(view, agentId) !== undefined;
}

/** The first call of this agent that waits for a person’s answer, or that started an agent whose call does. */
export function waitingCall({ agents, asks }: Asking, agentId: string): string | undefined {
  for (const ask of asks) {
    let { agentId: asking, callId } = ask;
    while (asking !== undefined && asking !== agentId) {
      const agent: AgentRow | undefined = agents[asking];
      callId = agent?.parentCallId ?? callId;
      asking = agent?.parentAgentId;
    }
    if (asking === agentId) return callId;
  }
  return undefined;
}

/** Folds an event of a sub-agent into that agent's row. */
export function applyToAgent(view: SessionView, agentId: string, event: SessionEvent): void {
  if (event.type === 'agent.started') {
    if (!view.agents[agentId]) view.agents[agentId] = started(agentId, event.data, event.at);
    return;
  }
  const agent = view.agents[agentId];
  if (agent) view.agents[agentId] = changed(agent, event);
}

function started(agentId: string, data: EventBody<'agent.started'>, at: number): AgentRow {
  const { parentCallId, parentAgentId, agentType, name, description, model, effort, depth, background, team, worktree, workflow } = data;
  return {
    agentId,
    parentCallId,
    parentAgentId,
    agentType,
    name,
    description,
    model,
    depth,
    background,
    state: 'running',
    unreported: false,
    startedAt: at,
    ...(effort && { effort }),
    ...(team !== undefined && { team }),
    ...(worktree && { worktree }),
    ...(workflow && { workflow }),
    tokens: 0,
    calls: 0,
  };
}

function changed(agent: AgentRow, event: SessionEvent): AgentRow {
  switch (event.type) {
    case 'agent.resumed':
      // The agent that resumes it gets its next report.
      return {
        ...agent,
        state: 'running',
        unreported: false,
        background: event.data.background,
        workflow: undefined,
        endedAt: undefined,
        error: undefined,
      };
    case 'agent.ended':
      return {
        ...agent,
        state: event.data.outcome,
        unreported: agent.background && agent.workflow === undefined,
        endedAt: event.at,
        error: event.data.error,
        ...(agent.worktree && event.data.worktreeRemoved && { worktree: { ...agent.worktree, removed: true } }),
      };
    case 'agent.reported':
      return { ...agent, unreported: false };
    case 'request.ended': {
      const { usage } = event.data;
      if (!usage) return agent;
      const read = usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens;
      return { ...agent, tokens: agent.tokens + read + usage.output_tokens };
    }
    case 'call.queued':
      return { ...agent, calls: agent.calls + 1, lastCallId: event.data.callId };
    case 'call.finished':
      return event.data.outcome === 'failed' ? { ...agent, failedCalls: (agent.failedCalls ?? 0) + 1 } : agent;
    default:
      return agent;
  }
}
