import { randomBytes } from 'node:crypto';
import { HOOK_AGENT_TYPE, type JudgeQuestion, MAX_HOOK_AGENT_REQUESTS } from '#main/hooks/hook-helpers.ts';
import { resolveModel } from '#main/model/resolve-model.ts';
import type { AgentDefinition } from '#shared/settings/agent-definition.ts';
import type { AgentConfig } from '../agent-services.ts';
import type { SessionServices } from '../session/session-services.ts';
import { AgentAborts, dispatched } from './running-agent.ts';
import type { WorkingAgents } from './working-agents.ts';

interface HookAgentHost {
  readonly services: SessionServices;
  readonly main: AgentConfig;
  readonly working: WorkingAgents;
}

/**
 * Lets an agent look at something for a hook. It only has tools that read, each call passes the gate, and what would ask is denied: a person
 * shouldn't have to answer questions about a check. Resolves with its last message.
 * @throws Error when it can't start or doesn't come to its end.
 */
export async function askHookAgent({ rules, prompt, model, callId = '', signal }: JudgeQuestion, host: HookAgentHost): Promise<string> {
  const { services, main, working } = host;
  if (services.client.kind === 'scripted') throw new Error('this session plays a script and asks no model');
  working.assertBelowLimit();
  const agentId = `a${randomBytes(8).toString('hex')}`;
  const definition: AgentDefinition = {
    name: HOOK_AGENT_TYPE,
    description: 'Judges an event for a hook.',
    prompt: rules,
    tools: ['Glob', 'Grep', 'Read'],
    permissionMode: 'dontAsk',
    maxTurns: MAX_HOOK_AGENT_REQUESTS,
    source: 'built-in',
  };
  services.append({
    type: 'agent.started',
    data: {
      parentCallId: callId,
      agentType: HOOK_AGENT_TYPE,
      description: 'Checks something for a hook',
      model: resolveModel(model, main.model(), services.env),
      depth: 1,
      background: false,
    },
    agentId,
  });
  const { outcome, text, error } = await working.begin({
    agentId,
    parent: { ...main.base, toolUseId: callId },
    definition,
    aborts: new AgentAborts(signal),
    opening: () => [{ type: 'session.prompt', data: { system: rules, sources: [] }, agentId }, dispatched(agentId, prompt)],
  });
  if (outcome !== 'completed') throw new Error(`its agent came to no end: ${error ?? outcome}`);
  return text;
}
