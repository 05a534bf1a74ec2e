type Fetch = typeof globalThis.fetch;

/** Servers here are never behind a proxy, and people who set one rarely think of excepting them. */
const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

/**
 * A `fetch` that goes through the proxy of `HTTPS_PROXY` / `HTTP_PROXY` (either case) except for this machine and the hosts of `NO_PROXY`;
 * `undefined` when none is set, so that the built-in one serves and nothing is loaded. `NODE_EXTRA_CA_CERTS` needs no help:
 * Node reads it at start, for these connections too. Of what `fetch` takes it knows an address, method, headers, a body of text
 * or bytes, `redirect` and `signal`; it throws for any other body, and for whatever it is asked where the proxy's address is none.
 */
export async function proxyFetch(env: NodeJS.ProcessEnv): Promise<Fetch | undefined> {
  const httpsProxy = withScheme(env['https_proxy'] ?? env['HTTPS_PROXY']);
  const httpProxy = withScheme(env['http_proxy'] ?? env['HTTP_PROXY']);
  if (!httpsProxy && !httpProxy) return undefined;
  const { EnvHttpProxyAgent, fetch } = await import('undici');
  const noProxy = [env['no_proxy'] ?? env['NO_PROXY'] ?? '', ...THIS_MACHINE].join(',');
  const makeAgent = () => new EnvHttpProxyAgent({ ...(httpsProxy && { httpsProxy }), ...(httpProxy && { httpProxy }), noProxy });
  let dispatcher: ReturnType<typeof makeAgent>;
  try {
    dispatcher = makeAgent();
  } catch {
    // Its address may hold a password.
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

/** As other programs read it: `proxy.example:3128` is reached by http. */
function withScheme(proxy: string | undefined): string | undefined {
  return !proxy || proxy.includes('://') ? proxy : `http://${proxy}`;
}

function plainBody(body: RequestInit['body']): string | Uint8Array<ArrayBuffer> | null {
  if (body === undefined || body === null) return null;
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return new Uint8Array(body);
  throw new TypeError('Only text and bytes are sent through a proxy.');
}
