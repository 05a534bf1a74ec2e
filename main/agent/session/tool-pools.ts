import { assembleToolPool } from '#main/tool/registry.ts';
import type { Tool } from '#main/tool/tool.ts';
import type { AgentDefinition } from '#shared/settings/agent-definition.ts';
import type { SessionServices } from './session-services.ts';

type Parts = Pick<SessionServices, 'tools' | 'mcpTools' | 'permissionContext' | 'permissionEngine'>;

/** Every tool that the current rules let the main agent's model know of, in the order they are sent. */
export function mainPool(services: Parts): Tool[] {
  const { tools, mcpTools } = services;
  const shared = mcpTools().filter(({ mcpInfo }) => mcpInfo?.onlyFor === undefined);
  return poolOf(
    services,
    tools.filter(({ isMcp }) => !isMcp),
    [...tools.filter(({ isMcp }) => isMcp), ...shared],
  );
}

/** The tools of the servers that only agents of this type are offered, as the current rules leave them. */
export function ownServerTools(services: Parts, { name, mcpServers }: Pick<AgentDefinition, 'name' | 'mcpServers'>): Tool[] {
  if (!mcpServers) return [];
  return poolOf(
    services,
    [],
    services.mcpTools().filter(({ mcpInfo }) => mcpInfo?.onlyFor === name),
  );
}

function poolOf({ permissionContext, permissionEngine }: Parts, builtIns: readonly Tool[], servers: readonly Tool[]): Tool[] {
  const permission = permissionContext();
  return assembleToolPool(builtIns, servers, { isHidden: (name) => permissionEngine.isHidden(name, permission) });
}
