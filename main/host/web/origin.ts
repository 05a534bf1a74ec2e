import type { IncomingMessage } from 'node:http';

/** The host names a browser may use for this server. An exact list, so that a foreign name resolving to 127.0.0.1 is rejected. */
function allowedHosts(port: number): readonly string[] {
  return [`127.0.0.1:${port}`, `localhost:${port}`];
}

export function hasAllowedHost(request: IncomingMessage, port: number): boolean {
  return allowedHosts(port).includes(request.headers.host ?? '');
}

/** For sockets, which the same-origin policy does not protect: the page's origin must match the requested host. */
export function hasOwnOrigin(request: IncomingMessage): boolean {
  return request.headers.origin === `http://${request.headers.host}`;
}
