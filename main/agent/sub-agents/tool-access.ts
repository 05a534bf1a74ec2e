import type { PermissionMode } from '#shared/permission/mode.ts';
import type { AgentTask } from '#main/tool/services/agents.ts';
import type { Tool } from '#main/tool/tool.ts';
import { toolRow } from '#shared/tool-table.ts';
import type { AgentDefinition } from '#shared/settings/agent-definition.ts';
import type { Decision } from '#shared/permission/decision.ts';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';

/** Maximum nesting depth of sub-agents, the main agent not counted. */
export const MAX_AGENT_DEPTH = 3;

export interface ToolAccess {
  readonly definition: Pick<AgentDefinition, 'tools' | 'disallowedTools' | 'mcpServers'>;
  readonly depth: number;
  readonly background: boolean;
  readonly mode: PermissionMode;
}

/**
 * What a sub-agent is offered, in the same order: a part of its parent's tools, without those of the parent's own servers, and all of its
 * own servers (`ownTools`) that it doesn't forbid itself.
 */
export function toolsForAgent(
  parentPool: readonly Tool[],
  ownTools: readonly Tool[],
  { definition, depth, background, mode }: ToolAccess,
): Tool[] {
  return [...parentPool.filter(({ mcpInfo }) => mcpInfo?.onlyFor === undefined), ...ownTools].filter((tool) => {
    const { name } = tool;
    if (name === 'Agent' && depth >= MAX_AGENT_DEPTH) return false;
    const agents = toolRow(name)?.agents;
    if (agents === 'main' && !(name === 'ExitPlanMode' && mode === 'plan')) return false;
    if (background && !tool.isMcp && agents !== 'background') return false;
    if (definition.disallowedTools?.some((entry) => forbids(entry, tool))) return false;
    if (definition.tools === undefined || definition.tools.some((entry) => grants(entry, tool))) return true;
    return isOfItsServers(definition, tool);
  });
}

function isOfItsServers({ mcpServers }: Pick<AgentDefinition, 'mcpServers'>, { mcpInfo }: Tool): boolean {
  if (!mcpServers || !mcpInfo) return false;
  return mcpInfo.onlyFor !== undefined || mcpServers.named.includes(mcpInfo.serverName);
}

/** The agent types it may start; `undefined`: any. */
export function startableTypes({ tools, disallowedTools }: Pick<AgentDefinition, 'tools' | 'disallowedTools'>): {
  readonly only: ReadonlySet<string> | undefined;
  readonly never: ReadonlySet<string>;
} {
  const lists = (tools ?? []).map(agentTypes).filter((types) => types !== undefined);
  const any = tools === undefined || tools.some((entry) => isAgent(entry) && agentTypes(entry) === undefined);
  return {
    only: any ? undefined : new Set(lists.flat()),
    never: new Set((disallowedTools ?? []).flatMap((entry) => agentTypes(entry) ?? [])),
  };
}

/** An entry with a pattern that isn't about agents grants nothing: the pattern can't be enforced, and ignoring it would grant more. */
function grants(entry: string, tool: Tool): boolean {
  if (isAgent(entry)) return tool.name === 'Agent';
  return !entry.includes('(') && names(entry, tool);
}

/** An entry with a pattern forbids the whole tool, for the same reason. */
function forbids(entry: string, tool: Tool): boolean {
  if (agentTypes(entry) !== undefined) return false;
  return names(entry.replace(/\(.*$/su, ''), tool);
}

function names(entry: string, tool: Tool): boolean {
  if (entry === '*' || entry === tool.name || tool.aliases.includes(entry)) return true;
  if (!entry.startsWith('mcp__')) return false;
  return tool.name.startsWith(entry.endsWith('*') ? entry.slice(0, -1) : `${entry}__`);
}

function isAgent(entry: string): boolean {
  return /^(?:Agent|Task)(?:\(.*\))?$/su.test(entry);
}

/** Types listed in `Agent(a, b)`. */
function agentTypes(entry: string): string[] | undefined {
  const list = /^(?:Agent|Task)\((.*)\)$/su.exec(entry)?.[1];
  return list?.split(',').map((type) => type.trim());
}

/**
 * The definition of the requested type.
 * @throws Error when it doesn't exist, or the definition of the calling agent doesn't allow starting it.
 */
export function startableDefinition(
  agentType: string,
  definitions: readonly AgentDefinition[],
  parent: AgentDefinition | undefined,
): AgentDefinition {
  const { only, never } = startableTypes(parent ?? {});
  const open = definitions.filter(({ name }) => (only === undefined || only.has(name)) && !never.has(name));
  const found = open.find(({ name }) => name === agentType);
  if (found) return found;
  const names = open.map(({ name }) => name).join(', ');
  throw new Error(`Agent type “${agentType}” isn’t available here. Available: ${names === '' ? 'none' : names}.`);
}

/** Decision of the permission rules for starting agents of this type (`Agent(type)`). `fields`: further input that rules may name. */
export function decideType(
  agentType: string,
  engine: PermissionEngine,
  context: ToolPermissionContext,
  fields: Readonly<Record<string, unknown>> = {},
): Decision['behavior'] {
  const call = { toolName: 'Agent', input: { ...fields, subagent_type: agentType, description: '', prompt: '' }, cwd: context.projectDir };
  return engine.decide(engine.analyse(call, context), context).behavior;
}

/** Of a workflow's agents only the workflow was a call, so the rules haven't decided about this one yet. @throws Error when they don't allow it. */
export function assertAllowedInWorkflow(
  { agentType, model, isolated, workflow }: AgentTask,
  engine: PermissionEngine,
  context: ToolPermissionContext,
): void {
  if (!workflow) return;
  const fields = { run_in_background: true, ...(model !== undefined && { model }), ...(isolated === true && { isolation: 'worktree' }) };
  if (decideType(agentType, engine, context, fields) !== 'allow')
    throw new Error(`The rules don’t let a workflow start agents of the type “${agentType}” like this without asking.`);
}
