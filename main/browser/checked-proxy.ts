import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { canonicalHost } from '#main/net/canonical-host.ts';
import { assertPublicHost, type HostPolicy, publicLookup } from '#main/net/public-address.ts';

const MAX_CONNECTIONS = 500;
const CONNECT_TIMEOUT_MS = 15_000;

interface CheckedProxyOptions {
  readonly policy: HostPolicy;
  /** Whether a rule denies this site. */
  readonly isDenied: (url: string) => boolean;
}

/**
 * The browser's only network access: a proxy on loopback that opens tunnels to public hosts only, and connects to exactly the address that it
 * checked. Requires a password, so that other programs on this machine can't use it. Refuses plain http.
 */
export class CheckedProxy {
  readonly username = 'gatehouse';
  readonly password = randomBytes(24).toString('base64url');
  readonly #options: CheckedProxyOptions;
  readonly #sockets = new Set<Duplex>();
  readonly #server = createServer((request) => void request.socket.destroy());

  private constructor(options: CheckedProxyOptions) {
    this.#options = options;
  }

  static async start(options: CheckedProxyOptions): Promise<CheckedProxy> {
    const proxy = new CheckedProxy(options);
    proxy.#server.maxConnections = MAX_CONNECTIONS;
    proxy.#server.on('connect', (request, socket, head) => proxy.#tunnel(request, socket, head));
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    proxy.#server.unref();
    return proxy;
  }

  get url(): string {
    // A TCP server's address is never text.
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #tunnel(request: IncomingMessage, client: Duplex, head: Buffer): void {
    this.#keep(client);
    const credentials = Buffer.from(`${this.username}:${this.password}`).toString('base64');
    if (request.headers['proxy-authorization'] !== `Basic ${credentials}`) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="gatehouse"\r\n\r\n');
      return;
    }
    const target = this.#checked(request.url ?? '');
    if (!target) {
      client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    const { policy } = this.#options;
    const upstream = connect({ host: canonicalHost(target.hostname), port: Number(target.port || 443), lookup: publicLookup(policy) });
    this.#keep(upstream);
    upstream.setTimeout(CONNECT_TIMEOUT_MS, () => upstream.destroy());
    upstream.once('connect', () => {
      upstream.setTimeout(0);
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.write(head);
      upstream.pipe(client).pipe(upstream);
    });
    client.once('close', () => upstream.destroy());
    upstream.once('close', () => client.destroy());
  }

  #checked(authority: string): URL | undefined {
    const target = URL.parse(`https://${authority}/`);
    if (!target) return undefined;
    try {
      assertPublicHost(target.hostname, this.#options.policy);
    } catch {
      // The page only learns that the host can't be reached.
      return undefined;
    }
    return this.#options.isDenied(target.href) ? undefined : target;
  }

  #keep(socket: Duplex): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    // Pages may end connections at any time.
    socket.on('error', () => socket.destroy());
  }
}
