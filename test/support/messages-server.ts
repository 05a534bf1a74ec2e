import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sseOf, wholeOf, type Answer } from './messages-answer.ts';
import { addressOf, close, listen } from './servers/loopback.ts';

/** One received request. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The exact text, for byte comparisons. */
  readonly text: string;
  readonly body: RequestBody;
}

export interface RequestBody {
  readonly model: string;
  readonly max_tokens: number;
  readonly thinking?: unknown;
  readonly output_config?: unknown;
  readonly stream: boolean;
  readonly system?: readonly WireBlock[];
  readonly tools?: readonly { readonly name: string; readonly cache_control?: unknown; readonly defer_loading?: boolean }[];
  readonly messages: readonly { readonly role: string; readonly content: readonly WireBlock[] }[];
}

export interface WireBlock {
  readonly type: string;
  readonly text?: string;
  readonly id?: string;
  readonly name?: string;
  readonly input?: unknown;
  readonly tool_use_id?: string;
  readonly content?: unknown;
  readonly is_error?: boolean;
  readonly cache_control?: unknown;
  readonly thinking?: string;
  readonly signature?: string;
}

/**
 * A real HTTP server on loopback that speaks the Messages API, as server-sent events unless requested otherwise. It returns the answers in
 * order, one per `POST …/v1/messages`; after the last it answers 500 `no answer scripted`.
 */
export class MessagesServer {
  readonly requests: RecordedRequest[] = [];
  /** What `GET /v1/models` lists; these requests aren't recorded. */
  models: readonly string[] = ['served-model'];
  /** The key that the list of models needs. `null`: any. */
  key: string | null = null;
  readonly #server = createServer((request, response) => {
    this.#handle(request, response).catch(() => response.destroy());
  });
  readonly #answers: Answer[];
  readonly #waiters: (() => void)[] = [];
  readonly #stop = new AbortController();
  /** How many connections the client closed before the answer was complete. */
  aborted = 0;
  /** Answers sent completely. */
  answered = 0;
  /** Answers sent as far as they go that are now silent. */
  stalled = 0;
  connections = 0;

  private constructor(answers: readonly Answer[]) {
    this.#answers = [...answers];
    this.#server.on('connection', () => (this.connections += 1));
  }

  static async start(...answers: Answer[]): Promise<MessagesServer> {
    const server = new MessagesServer(answers);
    await listen(server.#server);
    return server;
  }

  get url(): string {
    return addressOf(this.#server);
  }

  push(...answers: Answer[]): void {
    this.#answers.push(...answers);
  }

  /** Drops recorded requests and answers not given yet. */
  clear(): void {
    this.requests.length = 0;
    this.#answers.length = 0;
  }

  /** Resolves when `count` requests have arrived. */
  async received(count: number): Promise<void> {
    while (this.requests.length < count) await new Promise<void>((resolve) => this.#waiters.push(resolve));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await close(this.#server);
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET' && request.url === '/v1/models') {
      if (this.key !== null && request.headers['x-api-key'] !== this.key) {
        response.writeHead(401, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } }));
        return;
      }
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ data: this.models.map((id) => ({ type: 'model', id })) }));
      return;
    }
    response.on('close', () => {
      if (response.writableFinished) this.answered += 1;
      else this.aborted += 1;
    });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    this.requests.push({
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      text,
      body: text === '' ? {} : JSON.parse(text),
    });
    for (const wake of this.#waiters.splice(0)) wake();
    const given = this.#answers.shift() ?? { status: 500, error: 'no answer scripted' };
    const body = this.requests[this.requests.length - 1]?.body ?? JSON.parse('{}');
    await this.#answer(typeof given === 'function' ? given(body) : given, response, body.stream);
  }

  async #answer(answer: Exclude<Answer, (body: RequestBody) => unknown>, response: ServerResponse, streams: boolean): Promise<void> {
    const { signal } = this.#stop;
    if (answer.firstByteMs) await sleep(answer.firstByteMs, undefined, { signal });
    if ('status' in answer) {
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
      response.end(JSON.stringify({ type: 'error', error: { type: answer.type ?? 'api_error', message: answer.error } }));
      return;
    }
    if (!streams || ('blocks' in answer && answer.whole)) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('raw' in answer ? answer.raw : JSON.stringify(wholeOf(answer)));
      if ('raw' in answer && answer.stall) await once(signal, 'abort');
      else response.end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const part of sseOf(answer)) {
      if (typeof part === 'string') {
        response.write(part);
        if (answer.pauseMs) await sleep(answer.pauseMs, undefined, { signal });
      } else if ('until' in part) {
        await part.until;
      } else if (part.then === 'cut') {
        // Lets the written bytes arrive first: a reset would overtake them.
        await sleep(20, undefined, { signal });
        response.destroy();
        return;
      } else {
        this.stalled += 1;
        await once(signal, 'abort');
        return;
      }
    }
    response.end();
  }
}
