import { z } from 'zod';

/** What the tools for resources need from a server. */
export interface ResourceHost {
  readonly name: string;
  listResources(signal: AbortSignal): Promise<readonly unknown[]>;
  readResource(uri: string, signal: AbortSignal): Promise<readonly unknown[]>;
}

/** Rows of Claude Code's RefreshMcpTools. */
export const refreshedSchema = z.object({
  server: z.string(),
  status: z.enum(['refreshed', 'error', 'not_connected']),
  toolCount: z.number().optional(),
  added: z.array(z.string()).optional(),
  removed: z.array(z.string()).optional(),
  error: z.string().optional(),
});
export type RefreshedServer = z.output<typeof refreshedSchema>;

export const awaitedSchema = z.object({
  server: z.string(),
  status: z.enum(['connected', 'connecting', 'not_connected']),
  toolCount: z.number().optional(),
  error: z.string().optional(),
});
export type AwaitedServer = z.output<typeof awaitedSchema>;

/** What the tools for servers as such need from the servers of a project. */
export interface ServerAccess {
  /** Connected servers that offer resources. */
  resourceHosts(): readonly ResourceHost[];
  /** Names of the servers that may run. */
  serverNames(): readonly string[];
  /** Lists the tools of these servers again. Starts and connects none. Never rejects. */
  refresh(servers: readonly string[], signal: AbortSignal): Promise<RefreshedServer[]>;
  /** Resolves when these servers, or all that may run, have connected or failed, after `ms`, or when aborted. Never rejects. */
  awaitServers(servers: readonly string[] | undefined, ms: number, signal: AbortSignal): Promise<AwaitedServer[]>;
}

/** @throws Error that names the servers there are. */
export function resourceHostNamed(hosts: readonly ResourceHost[], name: string): ResourceHost {
  const host = hosts.find((one) => one.name === name);
  if (host) return host;
  const known = hosts.map((one) => one.name).join(', ');
  throw new Error(
    `There is no connected server “${name}” that offers resources. ${known === '' ? 'There is none at all.' : `There are: ${known}`}`,
  );
}
