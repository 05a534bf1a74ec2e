import { setTimeout as wait } from 'node:timers/promises';
import type { Tool } from '#main/tool/tool.ts';
import type { AwaitedServer, RefreshedServer } from '../tools/server-access.ts';
import type { HeldServer } from './hold-server.ts';
import { notConnected } from './server-state.ts';

interface ServersNow {
  /** The servers that may run and are offered to all agents, by name. */
  readonly held: () => ReadonlyMap<string, HeldServer>;
  /** The tools offered now. */
  readonly tools: () => readonly Tool[];
}

/** Lists the tools of connected servers again. A reading that is aborted goes on, and its result is used. Never rejects. */
export async function refreshServers(
  { held, tools }: ServersNow,
  names: readonly string[],
  signal: AbortSignal,
): Promise<RefreshedServer[]> {
  return Promise.all(
    names.map(async (name): Promise<RefreshedServer> => {
      const one = held().get(name);
      if (!one) return { server: name, status: 'not_connected', error: unknownServer(held()) };
      const before = namesOf(tools(), name);
      const outcome = await Promise.race([one.server.refresh(), aborted(signal)]);
      if (outcome === undefined) return { server: name, status: 'error', error: 'It was stopped before the server answered.' };
      if (outcome.status !== 'refreshed') return { server: name, ...outcome };
      const now = namesOf(tools(), name);
      return {
        server: name,
        status: 'refreshed',
        toolCount: now.length,
        added: now.filter((tool) => !before.includes(tool)),
        removed: before.filter((tool) => !now.includes(tool)),
      };
    }),
  );
}

/** Waits until these servers have connected or failed. Never rejects. */
export async function awaitServers(
  { held, tools }: ServersNow,
  servers: readonly string[] | undefined,
  ms: number,
  signal: AbortSignal,
): Promise<AwaitedServer[]> {
  const names = servers === undefined ? [...held().keys()] : [...new Set(servers)];
  const limit = new AbortController();
  const settled = Promise.all(names.flatMap((name) => held().get(name)?.server.settled() ?? []));
  // Aborted: it isn't waited for any more.
  const timeUp = wait(ms, undefined, { signal: AbortSignal.any([signal, limit.signal]) }).catch(() => undefined);
  await Promise.race([settled, timeUp]);
  limit.abort();
  return names.map((name): AwaitedServer => {
    const state = held().get(name)?.server.state;
    if (!state) return { server: name, status: 'not_connected', error: unknownServer(held()) };
    if (state.kind === 'connected') return { server: name, status: 'connected', toolCount: namesOf(tools(), name).length };
    if (state.kind === 'connecting') return { server: name, status: 'connecting' };
    return { server: name, status: 'not_connected', error: notConnected(state) };
  });
}

function unknownServer(held: ReadonlyMap<string, HeldServer>): string {
  const known = [...held.keys()].join(', ');
  return `No MCP server of this name may run here. ${known === '' ? 'There are none.' : `There are: ${known}.`}`;
}

function namesOf(tools: readonly Tool[], server: string): string[] {
  return tools.filter(({ mcpInfo }) => mcpInfo?.serverName === server).map(({ name }) => name);
}

/** Resolves once the signal aborts. */
function aborted(signal: AbortSignal): Promise<undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  if (signal.aborted) resolve(undefined);
  else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  return promise;
}
