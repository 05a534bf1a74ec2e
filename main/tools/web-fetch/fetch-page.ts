import { assertPublicHost, type HostPolicy } from '#main/net/public-address.ts';
import type { PublicFetch } from '#main/net/public-fetch.ts';
import { readBody } from './read-body.ts';

/** More redirects count as a loop. */
const MAX_REDIRECTS = 10;
const MAX_URL_CHARS = 2000;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Covers everything up to the last byte of the page. */
const TIMEOUT_MS = 60_000;

const HEADERS = {
  // Prefers Markdown, which needs no conversion.
  accept: 'text/markdown, text/html;q=0.9, text/plain;q=0.8, */*;q=0.5',
  'accept-language': 'en, *;q=0.5',
  'user-agent': 'Gatehouse/0.1 (AI coding agent; fetches pages for its user)',
};

export interface FetchedPage {
  readonly type: 'page';
  /** Its address after redirects. */
  readonly url: string;
  readonly code: number;
  readonly codeText: string;
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** A redirect to another site. The model has to request it in a new call, which the rules for that site decide. */
export interface RedirectedPage {
  readonly type: 'redirect';
  readonly from: string;
  readonly to: string;
  readonly code: number;
  readonly codeText: string;
}

export interface PageSource {
  readonly fetch: PublicFetch;
  /** Whether no deny or ask rule matches this address. Checked before a redirect to another host. */
  readonly isOpen: (url: string) => boolean;
}

/** The address to fetch, without fragment. @throws Error, worded for the model, if it may never be fetched. */
export function pageUrl(text: string, policy?: HostPolicy): URL {
  const url = URL.parse(text);
  if (!url || text.length > MAX_URL_CHARS) throw new Error('This is not a valid web address.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error('Only http and https addresses are fetched.');
  if (url.username !== '' || url.password !== '') throw new Error('Addresses with a user name or password are not fetched.');
  assertPublicHost(url.hostname, policy);
  if (url.protocol === 'http:') url.protocol = 'https:';
  url.hash = '';
  return url;
}

/**
 * Fetches a page. Follows redirects only within a site: the same host and port, with or without `www.`.
 * @throws Error, worded for the model, if there is no page.
 */
export async function fetchPage(
  start: URL,
  source: PageSource,
  cancelled: AbortSignal,
  policy?: HostPolicy,
): Promise<FetchedPage | RedirectedPage> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = AbortSignal.any([cancelled, timeout]);
  try {
    return await followed(start, source, signal, policy);
  } catch (error) {
    if (timeout.aborted && !cancelled.aborted) {
      throw new Error(`${start.host} did not send the page within ${TIMEOUT_MS / 1000} seconds.`, { cause: error });
    }
    throw error;
  }
}

async function followed(start: URL, { fetch, isOpen }: PageSource, signal: AbortSignal, policy?: HostPolicy) {
  let url = start;
  for (let step = 0; step <= MAX_REDIRECTS; step += 1) {
    const response = await send(fetch, url, signal);
    const { status: code, statusText: codeText } = response;
    const location = REDIRECTS.has(code) ? response.headers.get('location') : null;
    if (location === null) {
      const contentType = (response.headers.get('content-type') ?? '').slice(0, 200);
      return { type: 'page', url: url.href, code, codeText, contentType, body: await readBody(response) } as const;
    }
    // The body of a redirect isn't needed.
    await response.body?.cancel().catch(() => undefined);
    const target = URL.parse(location, url.href);
    if (!target || target.href.length > MAX_URL_CHARS) throw new Error(`${url.host} redirects to something that is not a web address.`);
    const next = sameSite(url, target) ? pageUrl(target.href, policy) : undefined;
    if (!next || (next.hostname !== start.hostname && !isOpen(next.href)))
      return { type: 'redirect', from: url.href, to: target.href, code, codeText } as const;
    url = next;
  }
  throw new Error(`${start.host} redirects more than ${MAX_REDIRECTS} times.`);
}

async function send(fetch: PublicFetch, url: URL, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, { headers: HEADERS, signal });
  } catch (error) {
    if (signal.aborted || !(error instanceof TypeError)) throw error;
    // The reason is in the `cause` of the error that `fetch` throws.
    const { cause } = error;
    throw cause instanceof Error
      ? new Error(`${url.host} can't be reached: ${(cause.message.split('\n', 1)[0] ?? '').slice(0, 200)}`, { cause })
      : error;
  }
}

function sameSite(from: URL, to: URL): boolean {
  const isWeb = to.protocol === 'https:' || to.protocol === 'http:';
  const samePort = to.port === from.port || (to.port === '' && from.port === '443');
  return isWeb && samePort && to.username === '' && to.password === '' && withoutWww(from.hostname) === withoutWww(to.hostname);
}

function withoutWww(host: string): string {
  return host.replace(/^www\./u, '');
}
