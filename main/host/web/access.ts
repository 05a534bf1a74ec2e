import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const COOKIE = 'gatehouse';

/**
 * Controls who may use the window. A link's token works once and is exchanged for a cookie that is valid as long as this process. The
 * cookie is bound to a secret path, because browsers send cookies to every port of a host: without it, any other local server the user
 * visits (the project's own, say) would receive it.
 */
export class WebAccess {
  readonly basePath = `/${secret()}/`;
  readonly #cookie = secret();
  readonly #tokens = new Set<string>();

  /** A new single-use token. */
  newToken(): string {
    const token = secret();
    this.#tokens.add(token);
    return token;
  }

  /** The cookie header to set if the token is valid; the token is then used up. */
  redeem(token: string): string | null {
    for (const known of this.#tokens) {
      if (!same(known, token)) continue;
      this.#tokens.delete(known);
      return `${COOKIE}=${this.#cookie}; Path=${this.basePath}; HttpOnly; SameSite=Strict`;
    }
    return null;
  }

  hasCookie(header: string | undefined): boolean {
    return (header ?? '').split(';').some((pair) => {
      const [name, value] = pair.trim().split('=', 2);
      return name === COOKIE && value !== undefined && same(value, this.#cookie);
    });
  }
}

function secret(): string {
  return randomBytes(24).toString('base64url');
}

/** Compares in constant time, whatever the lengths. */
function same(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

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
