import type { ResourceHost, ServerAccess } from '#main/mcp/tools/server-access.ts';

/** What the tools for MCP servers work with: these servers, which offer resources and no tools. */
export function serverAccess(...hosts: readonly ResourceHost[]): ServerAccess {
  return {
    resourceHosts: () => hosts,
    serverNames: () => hosts.map(({ name }) => name),
    refresh: (servers) =>
      Promise.resolve(
        hosts
          .filter(({ name }) => servers.includes(name))
          .map(({ name }) => ({ server: name, status: 'refreshed', toolCount: 0, added: [], removed: [] })),
      ),
    awaitServers: (servers) =>
      Promise.resolve(
        hosts
          .filter(({ name }) => servers?.includes(name) ?? true)
          .map(({ name }) => ({ server: name, status: 'connected', toolCount: 0 })),
      ),
  };
}
