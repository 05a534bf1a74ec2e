import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { addressOf, close, listen } from './loopback.ts';

/** The answer of a call: an event's data for its ID. */
export type AnswerCall = (id: unknown) => string | undefined;

/**
 * A minimal MCP server over the older SSE transport, with one stream for all answers. It has one tool, `get`, whose answer the test sets.
 */
export class SseMcpServer {
  readonly #server = createServer((request, response) => void this.#answer(request, response).catch(() => response.destroy()));
  readonly #answerCall: AnswerCall;
  #stream: ServerResponse | undefined;

  private constructor(answerCall: AnswerCall) {
    this.#answerCall = answerCall;
  }

  static async start(answerCall: AnswerCall): Promise<SseMcpServer> {
    const server = new SseMcpServer(answerCall);
    await listen(server.#server);
    return server;
  }

  get url(): string {
    return `${addressOf(this.#server)}/sse`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await close(this.#server);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => undefined);
    if (request.method === 'GET') {
      this.#stream = response;
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: endpoint\ndata: /messages\n\n');
      return;
    }
    const { id, method }: { id?: unknown; method?: string } = Object(await json(request));
    response.writeHead(202).end();
    const data = this.#dataFor(id, method);
    if (data !== undefined) this.#stream?.write(`event: message\ndata: ${data}\n\n`);
  }

  #dataFor(id: unknown, method: string | undefined): string | undefined {
    const reply = (result: object): string => JSON.stringify({ jsonrpc: '2.0', id, result });
    switch (method) {
      case 'initialize':
        return reply({ protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'tiny', version: '1' } });
      case 'tools/list':
        return reply({ tools: [{ name: 'get', inputSchema: { type: 'object' } }] });
      case 'tools/call':
        return this.#answerCall(id);
      default:
        return id === undefined ? undefined : JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_601, message: 'no such method' } });
    }
  }
}
