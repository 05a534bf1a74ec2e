import type { IncomingMessage } from 'node:http';

/** The names by which this machine alone reaches itself. */
export const LOOPBACK_NAMES: readonly string[] = ['127.0.0.1', 'localhost'];

export function isLoopback(address: string): boolean {
  return address === 'localhost' || address === '::1' || /^127(?:\.\d{1,3}){3}$/u.test(address);
}

export interface OwnAddressOptions {
  /** Names and addresses that a browser may use, the one for links first. */
  readonly names: readonly string[];
  readonly isTls: boolean;
  /** Known once the server listens. */
  readonly port: () => number;
}

/** Where browsers reach this server. An exact list, so that a foreign name that resolves to this machine is rejected (DNS rebinding). */
export class OwnAddress {
  readonly #options: OwnAddressOptions;

  constructor(options: OwnAddressOptions) {
    this.#options = options;
  }

  get isTls(): boolean {
    return this.#options.isTls;
  }

  /** Of links. */
  get origin(): string {
    return `${this.#scheme}://${this.#hosts[0] ?? ''}`;
  }

  hasAllowedHost(request: IncomingMessage): boolean {
    return this.#hosts.includes(request.headers.host ?? '');
  }

  /** For sockets, which the same-origin policy does not protect: the page's origin must match the requested host. */
  hasOwnOrigin(request: IncomingMessage): boolean {
    return request.headers.origin === `${this.#scheme}://${request.headers.host}`;
  }

  /** Where the page that is requested may open its socket. */
  socketOrigin(request: IncomingMessage): string {
    return `${this.isTls ? 'wss' : 'ws'}://${request.headers.host}`;
  }

  get #scheme(): 'https' | 'http' {
    return this.isTls ? 'https' : 'http';
  }

  /** As in the `Host` header: the scheme's own port is left out there. */
  get #hosts(): string[] {
    const port = this.#options.port();
    const isUsual = port === (this.isTls ? 443 : 80);
    return this.#options.names.map((name) => {
      const host = name.includes(':') ? `[${name}]` : name;
      return isUsual ? host : `${host}:${port}`;
    });
  }
}
