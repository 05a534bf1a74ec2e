import type { Decision } from '#shared/permission/decision.ts';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';

/** Decision of the permission rules for starting agents of this type (`Agent(type)`). */
export function decideType(agentType: string, engine: PermissionEngine, context: ToolPermissionContext): Decision['behavior'] {
  const call = { toolName: 'Agent', input: { subagent_type: agentType, description: '', prompt: '' }, cwd: context.projectDir };
  return engine.decide(engine.analyse(call, context), context).behavior;
}
