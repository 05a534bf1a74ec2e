type Fetch = typeof globalThis.fetch;

/** More redirects count as a loop. */
const MAX_STEPS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** A redirect that isn't followed. The message says where it leads and why not, for people. */
export class RedirectError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RedirectError';
  }
}

/**
 * A `fetch` that follows redirects only within the requested origin and only if the method and body stay the same: what is sent (a
 * conversation, keys in headers) is for that server alone. Accepts URLs and plain bodies, no `Request`.
 * @throws RedirectError for any other redirect.
 */
export function sameOriginFetch(fetch: Fetch): Fetch {
  return async (input, init) => {
    let url = new URL(input instanceof Request ? input.url : input);
    for (let step = 0; ; step += 1) {
      const response = await fetch(url, { ...init, redirect: 'manual' });
      if (!REDIRECTS.has(response.status)) return response;
      // The body of a redirect isn't needed.
      await response.body?.cancel().catch(() => undefined);
      const target = URL.parse(response.headers.get('location') ?? '', url.href);
      assertFollowed(url, target, keepsMethod(response.status, init?.method));
      if (step === MAX_STEPS) throw new RedirectError('It sends requests on to another page of its own again and again.');
      url = target;
    }
  };
}

function assertFollowed(from: URL, to: URL | null, keepsMethod: boolean): asserts to is URL {
  if (!to) throw new RedirectError('It sends requests on to an address that is none.');
  if (to.origin !== from.origin)
    throw new RedirectError(
      `It sends requests on to another server, ${to.origin}, which would get all that is sent: nothing was sent there.`,
    );
  if (!keepsMethod)
    throw new RedirectError(`It sends requests on to another page, ${to.origin}${to.pathname}, that doesn’t take them as they are.`);
}

/** After 301, 302 and 303 a POST becomes a GET without a body. */
function keepsMethod(status: number, method = 'GET'): boolean {
  return status === 307 || status === 308 || ['GET', 'HEAD'].includes(method.toUpperCase());
}
