import type { SendRequest } from './send-request.ts';

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
    const redirects = new Redirects(new URL(input instanceof Request ? input.url : input), init?.method);
    for (;;) {
      const response = await fetch(redirects.url, { ...init, redirect: 'manual' });
      if (!REDIRECTS.has(response.status)) return response;
      // The body of a redirect isn't needed.
      await response.body?.cancel().catch(() => undefined);
      redirects.follow(response);
    }
  };
}

/** The same for requests of `send`. */
export function sameOriginSend(send: SendRequest): SendRequest {
  return async (url, request) => {
    const redirects = new Redirects(url, request.method);
    for (;;) {
      const answer = await send(redirects.url, request);
      if (!REDIRECTS.has(answer.status)) return answer;
      answer.close();
      redirects.follow(answer);
    }
  };
}

/** Where a request is sent, one redirect after the other. */
class Redirects {
  url: URL;
  readonly #method: string;
  #steps = 0;

  constructor(url: URL, method = 'GET') {
    this.url = url;
    this.#method = method.toUpperCase();
  }

  /** @throws RedirectError when the redirect isn't followed. */
  follow({ status, headers }: { readonly status: number; readonly headers: { get(name: string): string | null } }): void {
    const target = URL.parse(headers.get('location') ?? '', this.url.href);
    assertFollowed(this.url, target, keepsMethod(status, this.#method));
    if (this.#steps === MAX_STEPS) throw new RedirectError('It sends requests on to another page of its own again and again.');
    this.#steps += 1;
    this.url = target;
  }
}

function assertFollowed(from: URL, to: URL | null, isSameMethod: boolean): asserts to is URL {
  if (!to) throw new RedirectError('It sends requests on to an address that is none.');
  if (to.origin !== from.origin)
    throw new RedirectError(
      `It sends requests on to another server, ${to.origin}, which would get all that is sent: nothing was sent there.`,
    );
  if (!isSameMethod)
    throw new RedirectError(`It sends requests on to another page, ${to.origin}${to.pathname}, that doesn’t take them as they are.`);
}

/** After 301, 302 and 303 a POST becomes a GET without a body. */
function keepsMethod(status: number, method: string): boolean {
  return status === 307 || status === 308 || ['GET', 'HEAD'].includes(method);
}
