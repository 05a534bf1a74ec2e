import type { NewSessionEvent } from '#shared/session/event.ts';
import type { Worktree } from '#shared/session/worktree.ts';
import type { AgentDefinition } from '#shared/settings/agent-definition.ts';
import type { AgentTask } from '#main/tool/services/agents.ts';
import type { AgentConfig } from '../agent-services.ts';
import type { SessionServices } from '../session/session-services.ts';
import { worktreeRules } from './agent-worktree.ts';
import { FORK } from './built-in-definitions.ts';
import { dispatched } from './running-agent.ts';
import { FORK_RULES, subAgentPrompt } from './sub-agent-prompt.ts';
import { WANTS_VALUE } from './value-tool.ts';

interface Opening {
  readonly agentId: string;
  readonly task: AgentTask;
  readonly definition: AgentDefinition;
  readonly worktree: Worktree | undefined;
}

/** The events that begin a sub-agent's conversation: its system prompt, unless it is a fork, its worktree and its task. */
export function openingEvents(
  services: SessionServices,
  config: AgentConfig,
  { agentId, task, definition, worktree }: Opening,
): NewSessionEvent[] {
  const where = worktree ? [dispatched(agentId, worktreeRules(worktree), 'model')] : [];
  const prompt = dispatched(agentId, task.value ? `${task.prompt}\n\n${WANTS_VALUE}` : task.prompt);
  if (definition === FORK) return [dispatched(agentId, FORK_RULES, 'model'), ...where, prompt];
  const system = subAgentPrompt(definition, {
    tools: config.pool().map(({ name }) => name),
    context: services.systemPrompt.context ?? '',
    memory: services.agentMemory?.(definition),
    maySave: !services.isNonInteractive,
  });
  return [{ type: 'session.prompt', data: { system, sources: [] }, agentId }, ...where, prompt];
}
