import type { IncomingMessage, ServerResponse } from 'node:http';
import { contentPolicy } from '../content-policy.ts';
import { readStaticFile } from '../static-files.ts';
import type { WebAccess } from './access.ts';
import type { AttemptLimit } from './attempt-limit.ts';
import type { OwnAddress } from './own-address.ts';

const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'no-store',
};

export interface SiteOptions {
  readonly access: WebAccess;
  readonly address: OwnAddress;
  readonly attempts: AttemptLimit;
  readonly rendererDir: string;
  /** The origin of the frame in which the page is confirmed, if it is. */
  readonly confirmationOrigin: string | undefined;
}

/** Answers one plain HTTP request: a link's token, a file of the window, or an error. */
export async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { access, address, attempts, rendererDir, confirmationOrigin }: SiteOptions,
): Promise<void> {
  if (!address.hasAllowedHost(request)) return refuse(response, 421, 'This server answers only to its own address.');
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405, 'Only GET is answered here.');
  const { pathname, search } = splitUrl(request.url ?? '/');

  if (!pathname.startsWith(access.basePath)) {
    // The root, or the secret path of an earlier run: a person who needs to be told what to do.
    return pathname === '/' || /^\/[\w-]{32}\//.test(pathname)
      ? refuse(response, 401, FRESH_LINK)
      : refuse(response, 404, 'There is nothing here.');
  }
  const token = pathname === access.basePath ? new URLSearchParams(search).get('token') : null;
  const isKnown = access.hasCookie(request.headers.cookie);
  if (token !== null) {
    // A browser that already has the cookie may open its used link again.
    const cookie = access.redeem(token, request.headers['user-agent']);
    if (cookie !== null || isKnown) return redirect(response, access.basePath, cookie);
    const wait = attempts.failed(request.socket.remoteAddress ?? '');
    if (wait > 0) return refuse(response, 429, TOO_MANY, { 'Retry-After': String(wait) });
  }
  if (!isKnown) {
    // A Strict cookie isn't sent on a navigation from another site; a redirect from our own page sends it.
    const fromElsewhere = request.headers['sec-fetch-site'] === 'cross-site';
    return fromElsewhere ? sendBounce(response, access.basePath) : refuse(response, 401, FRESH_LINK);
  }
  const file = await readStaticFile(rendererDir, pathname.slice(access.basePath.length));
  if (!file) return refuse(response, 404, 'There is nothing here.');
  response.writeHead(200, {
    ...COMMON_HEADERS,
    'Content-Type': file.contentType,
    'Content-Length': file.body.byteLength,
    'Content-Security-Policy': contentPolicy({
      connect: [address.socketOrigin(request)],
      ...(confirmationOrigin !== undefined && { frame: confirmationOrigin }),
    }),
    'Cache-Control': file.immutable ? 'private, max-age=31536000, immutable' : 'no-store',
  });
  response.end(request.method === 'HEAD' ? undefined : file.body);
}

const FRESH_LINK =
  'This Gatehouse window needs a fresh link.\n\nA link works once. Open the address that Gatehouse printed when it started, or start it again for a new one.\n';

const TOO_MANY = 'Too many links that don’t work were tried from here. Wait a minute, then open the address that Gatehouse printed.\n';

export function splitUrl(url: string): { pathname: string; search: string } {
  const at = url.indexOf('?');
  return at < 0 ? { pathname: url, search: '' } : { pathname: url.slice(0, at), search: url.slice(at) };
}

function refuse(response: ServerResponse, status: number, text: string, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, {
    ...COMMON_HEADERS,
    ...headers,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  });
  response.end(text);
}

function redirect(response: ServerResponse, location: string, cookie: string | null): void {
  response.writeHead(303, { ...COMMON_HEADERS, Location: location, ...(cookie === null ? {} : { 'Set-Cookie': cookie }) }).end();
}

function sendBounce(response: ServerResponse, basePath: string): void {
  response.writeHead(200, {
    ...COMMON_HEADERS,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  });
  response.end(`<!doctype html><meta http-equiv="refresh" content="0;url=${basePath}?from-link"><title>Gatehouse</title>`);
}
