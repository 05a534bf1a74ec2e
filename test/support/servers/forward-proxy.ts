import { createServer, request as forward, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { addressOf, close, listen } from './loopback.ts';

/**
 * A minimal forward proxy on loopback for tunnels (`CONNECT`) and plain requests. Every host name resolves to 127.0.0.1, so nothing leaves
 * the machine.
 */
export class ForwardProxy {
  /** `host:port` of every request or tunnel. */
  readonly targets: string[] = [];
  readonly #sockets = new Set<Duplex>();
  readonly #server = createServer((request, response) => {
    const { host, port, pathname } = new URL(request.url ?? '');
    this.targets.push(host);
    const onward = forward({ host: '127.0.0.1', port, path: pathname, method: request.method, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });

  static async start(): Promise<ForwardProxy> {
    const proxy = new ForwardProxy();
    proxy.#server.on('connect', (request, socket, head) => proxy.#tunnel(request, socket, head));
    await listen(proxy.#server);
    return proxy;
  }

  get url(): string {
    return addressOf(this.#server);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await close(this.#server);
  }

  #tunnel(request: IncomingMessage, client: Duplex, head: Buffer): void {
    const target = request.url ?? '';
    this.targets.push(target);
    const upstream = connect(Number(target.split(':').at(-1)), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.write(head);
      upstream.pipe(client).pipe(upstream);
    });
    for (const socket of [client, upstream]) {
      this.#sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
  }
}
