import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';

export interface SeenRequest {
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
}

/** A real server on loopback that returns the same answer to every hook. */
export class HookServer implements AsyncDisposable {
  readonly seen: SeenRequest[] = [];
  readonly url: string;
  readonly #server: ReturnType<typeof createServer>;

  private constructor(server: ReturnType<typeof createServer>, port: number) {
    this.#server = server;
    this.url = `http://127.0.0.1:${port}/hook`;
  }

  static async start(answer: (response: ServerResponse) => void): Promise<HookServer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const fixture = new HookServer(server, typeof address === 'object' && address ? address.port : 0);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        fixture.seen.push({ headers: request.headers, body: JSON.parse(text) });
        answer(response);
      });
    });
    return fixture;
  }

  static answering(status: number, body: string): Promise<HookServer> {
    return HookServer.start((response) => response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end(body));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
