import { proxiesFrom } from './proxies.ts';

type Fetch = typeof globalThis.fetch;

/**
 * A `fetch` through the proxy of `HTTPS_PROXY` / `HTTP_PROXY` (either case), except for this machine and the hosts of `NO_PROXY`.
 * `undefined` when no proxy is set, so that the built-in `fetch` is used and nothing is loaded. Node itself applies
 * `NODE_EXTRA_CA_CERTS`. Supports a URL, method, headers, text or byte bodies, `redirect` and `signal`; rejects other bodies, and every
 * request if the proxy's URL is invalid.
 */
export async function proxyFetch(env: NodeJS.ProcessEnv): Promise<Fetch | undefined> {
  const proxies = proxiesFrom(env);
  if (!proxies) return undefined;
  const { EnvHttpProxyAgent, fetch } = await import('undici');
  const makeAgent = () => new EnvHttpProxyAgent({ ...proxies });
  let dispatcher: ReturnType<typeof makeAgent>;
  try {
    dispatcher = makeAgent();
  } catch {
    // The URL may contain a password, so it isn't quoted.
    return () => Promise.reject(new TypeError('HTTPS_PROXY or HTTP_PROXY isn’t the address of a proxy.'));
  }
  return (input, init = {}) =>
    fetch(input instanceof Request ? input.url : input, {
      method: init.method ?? 'GET',
      headers: [...new Headers(init.headers)],
      redirect: init.redirect ?? 'follow',
      signal: init.signal ?? null,
      body: plainBody(init.body),
      dispatcher,
    });
}

function plainBody(body: RequestInit['body']): string | Uint8Array<ArrayBuffer> | null {
  if (body === undefined || body === null) return null;
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return new Uint8Array(body);
  throw new TypeError('Only text and bytes are sent through a proxy.');
}
