import type { Tool } from '#main/tool/tool.ts';
import { createRefreshMcpToolsTool } from './refresh-tool.ts';
import { createReadMcpResourceDirTool } from './resource-dir-tool.ts';
import { listTool, readTool } from './resource-tools.ts';
import type { ServerAccess } from './server-access.ts';
import { createWaitForMcpServersTool } from './wait-tool.ts';

/** The built-in tools for MCP servers, by when they are offered. */
export interface ServerTools {
  /** While a server with resources is connected. */
  readonly resources: readonly Tool[];
  /** While there are servers that may run. */
  readonly refresh: Tool;
  /** While a server is connecting. */
  readonly wait: Tool;
}

export function makeServerTools(servers: ServerAccess, maxResultChars: number): ServerTools {
  const hosts = () => servers.resourceHosts();
  return {
    resources: [listTool(hosts, maxResultChars), createReadMcpResourceDirTool(hosts, maxResultChars), readTool(hosts, maxResultChars)],
    refresh: createRefreshMcpToolsTool(servers, maxResultChars),
    wait: createWaitForMcpServersTool(servers, maxResultChars),
  };
}

/** All of them, whatever is connected. */
export function allServerTools(servers: ServerAccess, maxResultChars: number): readonly Tool[] {
  const { resources, refresh, wait } = makeServerTools(servers, maxResultChars);
  return [...resources, refresh, wait];
}
