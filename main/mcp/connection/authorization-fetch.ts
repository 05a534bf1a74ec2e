import { errorMessage } from '#shared/error-message.ts';
import { canonicalHost } from '#main/net/canonical-host.ts';
import { assertPublicHost, type HostPolicy, PrivateHostError, PUBLIC_HOSTS } from '#main/net/public-address.ts';
import type { PublicFetch } from '#main/net/public-fetch.ts';
import { RedirectError, sameOriginFetch } from '#main/net/same-origin.ts';
import { addressProblem } from './address-problem.ts';
import { SignInError } from './sign-in-error.ts';

type Fetch = typeof globalThis.fetch;

/** Limit on a response: metadata and tokens are small. */
const MAX_BYTES = 1024 * 1024;
/** Time limit of a request with its response, in milliseconds. */
const REQUEST_MS = 20_000;

export interface AuthorizationFetchOptions {
  /** Through the user's proxy. For hosts that the entry names. */
  readonly fetch: Fetch;
  /** For hosts that the server names. */
  readonly publicFetch: PublicFetch;
  /** The addresses of the entry: the server's, and that of the metadata if it is configured. */
  readonly configured: readonly string[];
  readonly signal: AbortSignal;
  readonly policy?: HostPolicy;
  readonly requestMs?: number;
}

/**
 * A `fetch` for addresses that an MCP server or its metadata name: https only (http on this machine), no redirect to another origin,
 * limited in size and time. A server on the internet can't make Gatehouse contact this machine or its network.
 * @throws SignInError
 */
export function authorizationFetch(options: AuthorizationFetchOptions): Fetch {
  const { configured, signal, requestMs = REQUEST_MS, policy = PUBLIC_HOSTS } = options;
  const hosts = new Set(configured.map((address) => canonicalHost(new URL(address).hostname)));
  const isInternal = configured.some((address) => !isPublicName(new URL(address).hostname, policy));
  const send: Fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (isInternal || hosts.has(canonicalHost(url.hostname))) return options.fetch(url, init);
    const body = typeof init?.body === 'string' ? { body: init.body } : {};
    const method = init?.method === 'POST' ? 'POST' : 'GET';
    const headers = Object.fromEntries(new Headers(init?.headers));
    return options.publicFetch(url, { method, headers, signal: init?.signal ?? signal, ...body });
  };
  const withinOrigin = sameOriginFetch(send);
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const problem = addressProblem(url.href);
    if (problem !== undefined) throw new SignInError(`The server names ${url.protocol}//${url.host} for signing in. ${problem}`);
    const limit = AbortSignal.timeout(requestMs);
    const headers = new Headers(init.headers);
    const body = init.body instanceof URLSearchParams ? init.body.toString() : init.body;
    if (init.body instanceof URLSearchParams) headers.set('content-type', 'application/x-www-form-urlencoded');
    try {
      const request = { ...init, headers, signal: AbortSignal.any([signal, limit]), ...(body !== undefined && { body }) };
      const response = await withinOrigin(url, request);
      return new Response(nullBody(response.status) ? null : await readBounded(response), {
        status: response.status,
        headers: response.headers,
      });
    } catch (error) {
      throw explained(error, url, limit.aborted && !signal.aborted ? requestMs : undefined);
    }
  };
}

function isPublicName(hostname: string, policy: HostPolicy): boolean {
  try {
    assertPublicHost(hostname, policy);
    return true;
  } catch {
    // It throws for no other reason.
    return false;
  }
}

function nullBody(status: number): boolean {
  return [101, 204, 205, 304].includes(status);
}

async function readBounded(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const body: AsyncIterable<Uint8Array> | undefined = response.body ?? undefined;
  if (!body) return new Uint8Array();
  for await (const chunk of body) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new SignInError(`${new URL(response.url || 'http://server').host} sent an answer larger than 1 MB.`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function explained(error: unknown, url: URL, limitMs: number | undefined): SignInError {
  if (error instanceof SignInError) return error;
  const options = { cause: error };
  if (limitMs !== undefined) return new SignInError(`${url.host} didn’t answer within ${limitMs / 1000} s.`, options);
  const refused = privateHostError(error);
  if (refused !== undefined)
    return new SignInError(`The server sends you to a host of this machine’s own network, which it must not: ${refused.message}`, options);
  if (error instanceof RedirectError) return new SignInError(`${url.host} redirects. ${error.message}`, options);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return new SignInError(`${url.host} can’t be reached: ${errorMessage(cause)}`, options);
}

/** A refusal while connecting is the cause of a failed `fetch`. */
function privateHostError(error: unknown): PrivateHostError | undefined {
  if (error instanceof PrivateHostError) return error;
  return error instanceof Error && error.cause instanceof PrivateHostError ? error.cause : undefined;
}
