import { readVariable } from '#main/environment.ts';
type Fetch = typeof globalThis.fetch;

/** Local servers are never behind a proxy, and users rarely add them to `NO_PROXY`. */
const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

/**
 * A `fetch` through the proxy of `HTTPS_PROXY` / `HTTP_PROXY` (either case), except for this machine and the hosts of `NO_PROXY`.
 * `undefined` when no proxy is set, so that the built-in `fetch` is used and nothing is loaded. Node itself applies
 * `NODE_EXTRA_CA_CERTS`. Supports a URL, method, headers, text or byte bodies, `redirect` and `signal`; rejects other bodies, and every
 * request if the proxy's URL is invalid.
 */
export async function proxyFetch(env: NodeJS.ProcessEnv): Promise<Fetch | undefined> {
  const httpsProxy = withScheme(readVariable(env, 'https_proxy') ?? readVariable(env, 'HTTPS_PROXY'));
  const httpProxy = withScheme(readVariable(env, 'http_proxy') ?? readVariable(env, 'HTTP_PROXY'));
  if (!httpsProxy && !httpProxy) return undefined;
  const { EnvHttpProxyAgent, fetch } = await import('undici');
  const noProxy = [readVariable(env, 'no_proxy') ?? readVariable(env, 'NO_PROXY') ?? '', ...THIS_MACHINE].join(',');
  const makeAgent = () => new EnvHttpProxyAgent({ ...(httpsProxy && { httpsProxy }), ...(httpProxy && { httpProxy }), noProxy });
  let dispatcher: ReturnType<typeof makeAgent>;
  try {
    dispatcher = makeAgent();
  } catch {
    // The URL may contain a password, so it isn't quoted.
    return () => Promise.reject(new TypeError('What HTTPS_PROXY or HTTP_PROXY names is no address of a proxy.'));
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

/** Accepts `proxy.example:3128` without a scheme, like other programs. */
function withScheme(proxy: string | undefined): string | undefined {
  return !proxy || proxy.includes('://') ? proxy : `http://${proxy}`;
}

function plainBody(body: RequestInit['body']): string | Uint8Array<ArrayBuffer> | null {
  if (body === undefined || body === null) return null;
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return new Uint8Array(body);
  throw new TypeError('Only text and bytes are sent through a proxy.');
}
