import type { ConnectionOptions } from 'node:tls';
import { assertPublicHost, type HostPolicy, publicAddresses, publicLookup, PUBLIC_HOSTS } from './public-address.ts';
import { proxiesFrom } from './proxies.ts';

export interface PublicRequest {
  /** Default: GET. */
  readonly method?: 'GET' | 'POST';
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** A request to a public web server. Redirects are not followed. @throws PrivateHostError for any other host. */
export type PublicFetch = (url: URL, request: PublicRequest) => Promise<Response>;

interface PublicFetchOptions {
  /** Names the proxy, if there is one. */
  readonly env: NodeJS.ProcessEnv;
  readonly policy?: HostPolicy;
  readonly tls?: Pick<ConnectionOptions, 'ca' | 'rejectUnauthorized'>;
}

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * A `fetch` for addresses that a model or a page chose. Without a proxy, the address that is connected to is the one that was checked.
 * A proxy resolves names itself, so there the name is resolved and checked here first; a name that can't be resolved here is refused.
 */
export function publicFetch({ env, policy = PUBLIC_HOSTS, tls = {} }: PublicFetchOptions): PublicFetch {
  const proxies = proxiesFrom(env);
  const load = async () => {
    const { Agent, EnvHttpProxyAgent, fetch } = await import('undici');
    const connect = { ...tls, lookup: publicLookup(policy), timeout: CONNECT_TIMEOUT_MS };
    // No connection is kept: each request checks the address again, and none delays the end of the process.
    const agent = () =>
      proxies ? new EnvHttpProxyAgent({ ...proxies, connect, requestTls: tls, pipelining: 0 }) : new Agent({ connect, pipelining: 0 });
    return { fetch, dispatcher: agent() };
  };
  let loaded: ReturnType<typeof load> | undefined;
  return async (url, { method = 'GET', body, headers, signal }) => {
    assertPublicHost(url.hostname, policy);
    if (proxies) await publicAddresses(url.hostname, policy);
    const { fetch, dispatcher } = await (loaded ??= load());
    return fetch(url.href, { method, headers, signal, redirect: 'manual', dispatcher, ...(body !== undefined && { body }) });
  };
}
