import type { AgentDefinition } from '#shared/settings/agent-definition.ts';
import type { ToolPermissionContext } from '#main/permission/context.ts';
import type { PermissionEngine } from '#main/permission/engine.ts';
import type { AgentType } from '#main/tool/agents.ts';

/** The kinds of sub-agents the model is told of: those that no rule denies. */
export function offeredAgentTypes(
  definitions: readonly AgentDefinition[],
  engine: PermissionEngine,
  context: ToolPermissionContext,
): AgentType[] {
  return definitions
    .filter(({ name }) => !isDenied(name, engine, context))
    .map(({ name, description, tools, disallowedTools }) => ({ name, description, toolsText: toolsText(tools, disallowedTools) }));
}

function isDenied(agentType: string, engine: PermissionEngine, context: ToolPermissionContext): boolean {
  const call = { toolName: 'Agent', input: { subagent_type: agentType, description: '', prompt: '' }, cwd: context.projectDir };
  return engine.decide(engine.analyse(call, context), context).behavior === 'deny';
}

function toolsText(tools: readonly string[] | undefined, without: readonly string[] = []): string {
  const named = tools?.join(', ') ?? 'all tools';
  return without.length === 0 ? named : `${named}, without ${without.join(', ')}`;
}
