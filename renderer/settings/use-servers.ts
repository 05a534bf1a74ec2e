import { useEffect, useState } from 'react';
import type { McpServerRow } from '#shared/contract/mcp.ts';
import { call } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';

export interface ServersState {
  /** `null` until loaded. */
  readonly servers: readonly McpServerRow[] | null;
  readonly error: string | null;
  /** Sets the list returned by an action. */
  readonly setServers: (servers: readonly McpServerRow[]) => void;
}

/** The project's MCP servers; refetched when one of them changes. */
export function useServers(projectDir: string, trusted: boolean): ServersState {
  const version = useWindow((state) => state.mcpVersion);
  const rules = useWindow((state) => state.rulesVersion);
  const [servers, setServers] = useState<readonly McpServerRow[] | null>(null);
  const [error, setError] = useState<string | null>(null);

  useEffect(() => {
    let current = true;
    call('mcp.list', { projectDir }).then(
      (answer) => {
        if (!current) return;
        setServers(answer.servers);
        setError(null);
      },
      (cause: unknown) => current && setError(cause instanceof Error ? cause.message : String(cause)),
    );
    return () => {
      current = false;
    };
  }, [projectDir, trusted, version, rules]);

  return { servers, error, setServers };
}
