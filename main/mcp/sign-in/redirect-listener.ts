import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, Server, type ServerResponse } from 'node:http';
import { SignInError } from '../connection/sign-in-error.ts';

const PATH = '/callback';
/** A port that is free on one of the two addresses may be taken on the other. */
const ATTEMPTS = 5;
const MAX_CONNECTIONS = 20;

export interface RedirectListener {
  readonly redirectUri: string;
  /** The query of the redirect with the right state. Pending until there is one. */
  readonly answer: Promise<URLSearchParams>;
  /** For a browser on another machine: the address it ended at. Returns whether it was the redirect that is waited for. */
  readonly receive: (address: string) => boolean;
  readonly close: () => void;
}

interface ListenOptions {
  /** `undefined`: any free one. */
  readonly port: number | undefined;
  /** The random value that the redirect must carry. Any other page that is opened here changes nothing. */
  readonly state: string;
}

/**
 * Waits on this machine for the browser's redirect after a person has signed in. The host is `localhost`, as servers with a list of redirect
 * addresses expect; it listens on both addresses of that name, so that no other program gets the answer.
 * @throws SignInError when the port isn't free.
 */
export async function listenForRedirect({ port, state }: ListenOptions): Promise<RedirectListener> {
  const { promise, resolve } = Promise.withResolvers<URLSearchParams>();
  let redirectUri = '';
  let done = false;
  const receive = (address: string): boolean => {
    const query = done ? undefined : redirectQuery(address, redirectUri, state);
    if (!query) return false;
    done = true;
    resolve(query);
    return true;
  };
  const hosts = (): ReadonlySet<string> => {
    const { port: own } = new URL(redirectUri);
    return new Set([`localhost:${own}`, `127.0.0.1:${own}`, `[::1]:${own}`]);
  };
  const respond = (request: IncomingMessage, response: ServerResponse): void => {
    const isOurs = request.method === 'GET' && hosts().has(request.headers.host?.toLowerCase() ?? '');
    const taken = isOurs && receive(`http://localhost:${new URL(redirectUri).port}${request.url ?? ''}`);
    response.writeHead(taken ? 200 : 400, HEADERS).end(taken ? PAGE_TAKEN : PAGE_REFUSED);
  };
  const { servers, port: own } = await listenOnBoth(port, respond);
  redirectUri = `http://localhost:${own}${PATH}`;
  const close = (): void => {
    for (const server of servers) {
      server.close();
      // The last page is still on its way.
      setTimeout(() => server.closeAllConnections(), 1000).unref();
    }
  };
  return { redirectUri, answer: promise, receive, close };
}

/** The query of an address, if it is the redirect with this state. */
function redirectQuery(address: string, redirectUri: string, state: string): URLSearchParams | undefined {
  const url = URL.parse(address.trim());
  const expected = new URL(redirectUri);
  if (!url || url.origin !== expected.origin || url.pathname !== expected.pathname) return undefined;
  const states = url.searchParams.getAll('state');
  const isRepeated = ['code', 'iss', 'error'].some((name) => url.searchParams.getAll(name).length > 1);
  return states.length === 1 && !isRepeated && isEqual(states[0] ?? '', state) ? url.searchParams : undefined;
}

function isEqual(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  return first.length === second.length && timingSafeEqual(first, second);
}

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

async function listenOnBoth(
  wanted: number | undefined,
  respond: Respond,
): Promise<{ readonly servers: readonly Server[]; readonly port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const first = await listen('127.0.0.1', wanted ?? 0, respond);
    const address = first instanceof Server ? first.address() : null;
    if (first instanceof Server && typeof address === 'object' && address !== null) {
      const second = await listen('::1', address.port, respond);
      if (second !== 'taken') return { servers: second === 'no_such_address' ? [first] : [first, second], port: address.port };
      first.close();
    }
    if (wanted !== undefined)
      throw new SignInError(`The port ${wanted} (callbackPort) is in use by another program. End it, or sign in later.`);
    if (attempt === ATTEMPTS) throw new SignInError('No port of this machine could be opened for the answer of the page.');
  }
}

/** `no_such_address`: this machine has no IPv6. */
async function listen(host: string, port: number, respond: Respond): Promise<Server | 'taken' | 'no_such_address'> {
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 10_000 }, respond);
  server.maxConnections = MAX_CONNECTIONS;
  try {
    server.listen({ host, port, exclusive: true });
    await once(server, 'listening');
    server.on('error', () => undefined);
    return server;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT' ? 'no_such_address' : 'taken';
  }
}

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  connection: 'close',
};

const page = (title: string, text: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:32em;margin:20vh auto;padding:0 1.5em}h1{font-size:1.25em}</style>
<h1>${title}</h1><p>${text}</p></html>
`;

const PAGE_TAKEN = page('Back to Gatehouse', 'Gatehouse has the answer and shows whether signing in worked. You can close this page.');
const PAGE_REFUSED = page('Not expected here', 'Gatehouse doesn’t wait for this answer. To sign in, start again in Gatehouse.');
