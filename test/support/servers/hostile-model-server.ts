import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { addressOf, close, listen } from './loopback.ts';

type Answer = (response: ServerResponse, request: IncomingMessage, body: string) => void | Promise<void>;

/** A model server on loopback that answers every request as the test says. */
export class HostileModelServer {
  /** Body bytes the client has read. */
  sent = 0;
  /** Each request: method, path, and the headers that could carry a key. */
  readonly seen: { readonly method: string; readonly path: string; readonly headers: IncomingMessage['headers']; readonly body: string }[] =
    [];
  readonly #server;

  private constructor(answer: Answer) {
    this.#server = createServer((request, response) => {
      response.on('error', () => undefined);
      void (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk);
        const body = Buffer.concat(chunks).toString('utf8');
        this.seen.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
        await answer(response, request, body);
      })().catch(() => response.destroy());
    });
  }

  static async start(answer: Answer): Promise<HostileModelServer> {
    const server = new HostileModelServer(answer);
    await listen(server.#server);
    return server;
  }

  get url(): string {
    return addressOf(this.#server);
  }

  /** Writes `next()` while the client reads, at most `limit` bytes, and ends. */
  async pour(response: ServerResponse, next: () => string | Uint8Array, limit: number): Promise<void> {
    const gone = new Promise((resolve) => response.once('close', resolve));
    while (!response.destroyed && this.sent < limit) {
      const chunk = next();
      this.sent += chunk.length;
      if (!response.write(chunk)) await Promise.race([new Promise((resolve) => response.once('drain', resolve)), gone]);
    }
    response.end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await close(this.#server);
  }
}
