import { decideType } from '#main/agent/sub-agents/tool-access.ts';
import type { AgentDefinition } from '#shared/settings/agent-definition.ts';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import type { AgentType } from '#main/tool/services/agents.ts';
import { shorten } from '#shared/shorten.ts';

/** Maximum characters of all descriptions together: they precede every request, and a repository may bring many. */
const MAX_DESCRIPTIONS = 20_000;
/** Maximum characters of a description that no longer fits. */
const MAX_SHORT = 120;
const MAX_TOOLS = 300;

/** The agent types offered to the model: those no rule denies. */
export function offeredAgentTypes(
  definitions: readonly AgentDefinition[],
  engine: PermissionEngine,
  context: ToolPermissionContext,
): AgentType[] {
  let left = MAX_DESCRIPTIONS;
  return definitions
    .filter(({ name }) => decideType(name, engine, context) !== 'deny')
    .map(({ name, description, tools, disallowedTools }) => {
      const shown = description.length <= left ? description : oneLine(description, MAX_SHORT);
      left -= shown.length;
      return { name, description: shown, toolsText: oneLine(toolsText(tools, disallowedTools), MAX_TOOLS) };
    });
}

function toolsText(tools: readonly string[] | undefined, without: readonly string[] = []): string {
  const named = tools?.join(', ') ?? 'all tools';
  return without.length === 0 ? named : `${named}, without ${without.join(', ')}`;
}

/** On one line, so that a description can’t pass for the next type. */
function oneLine(text: string, max: number): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ');
  return shorten(line, max);
}
