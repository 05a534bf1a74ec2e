import type { IncomingMessage } from 'node:http';

/** The names a browser may have used for this server. Exact, so that a foreign name resolving to 127.0.0.1 gets nothing. */
function allowedHosts(port: number): readonly string[] {
  return [`127.0.0.1:${port}`, `localhost:${port}`];
}

export function hasAllowedHost(request: IncomingMessage, port: number): boolean {
  return allowedHosts(port).includes(request.headers.host ?? '');
}

/** For sockets, which the same-origin policy does not protect: the page's origin must be the very host it asks. */
export function hasOwnOrigin(request: IncomingMessage): boolean {
  return request.headers.origin === `http://${request.headers.host}`;
}
