import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { close, listen } from './loopback.ts';

interface Seen {
  readonly verb: string;
  readonly path: string;
  readonly method: string | undefined;
  readonly headers: IncomingMessage['headers'];
}

export interface HttpMcpOptions {
  /** Default: a free one. */
  readonly port?: number;
  /** Answers a request itself; `false` leaves it to the normal server. */
  readonly misbehave?: (seen: Seen, response: ServerResponse, id: unknown) => boolean;
}

/** A minimal MCP server over streamable HTTP, without the SDK, so that it can misbehave. It has one tool, `get`. */
export class HttpMcpServer {
  readonly seen: Seen[] = [];
  readonly #server = createServer((request, response) => void this.#answer(request, response).catch(() => response.destroy()));
  readonly #misbehave: NonNullable<HttpMcpOptions['misbehave']>;

  private constructor({ misbehave = () => false }: HttpMcpOptions) {
    this.#misbehave = misbehave;
  }

  static async start(options: HttpMcpOptions = {}): Promise<HttpMcpServer> {
    const server = new HttpMcpServer(options);
    await listen(server.#server, options.port);
    return server;
  }

  get port(): number {
    const { port } = this.#server.address() as AddressInfo;
    return port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/mcp`;
  }

  /** Names of the requested MCP methods. */
  get methods(): string[] {
    return this.seen.flatMap(({ method }) => method ?? []);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await close(this.#server);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => undefined);
    const { method: verb = '', url: path = '', headers } = request;
    const body: { id?: unknown; method?: string } = verb === 'POST' ? Object(await json(request)) : {};
    const seen = { verb, path, method: body.method, headers };
    this.seen.push(seen);
    if (this.#misbehave(seen, response, body.id)) return;
    const reply = (result: object): void => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id: body.id, result }));
    };
    switch (body.method) {
      case 'initialize':
        return reply({ protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'tiny', version: '1' } });
      case 'tools/list':
        return reply({ tools: [{ name: 'get', inputSchema: { type: 'object' } }] });
      case 'tools/call':
        return reply({ content: [{ type: 'text', text: 'got it' }] });
      default:
        response.writeHead(verb === 'POST' && body.id === undefined ? 202 : verb === 'GET' ? 405 : 404).end();
    }
  }
}
