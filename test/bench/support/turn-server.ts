import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { BenchCall } from './bench-call.ts';
import { messagesWire } from './wires/messages-wire.ts';
import type { Wire } from './wires/wire.ts';

const requestSchema = z.object({ messages: z.array(z.object({ role: z.string(), content: z.unknown() })) });
const resultSchema = z.object({ type: z.literal('tool_result'), content: z.unknown() });

export interface TurnServerOptions {
  /** How long the model takes before it answers. */
  readonly thinkingMs?: number;
  /** Called when a request has arrived, before it is answered. */
  readonly onArrival?: () => void;
  /** The API it speaks; the Messages API if absent. */
  readonly wire?: Wire;
}

/**
 * A scripted model: the same calls in each of `turns` answers, then a final message. Measures the client's time between the end of an
 * answer and its next request.
 */
export class TurnServer {
  readonly #server = createServer((request, response) => void this.#serve(request, response, performance.now()));
  #turn = 0;
  #ended: number | undefined;
  /** In milliseconds, starting with the first turn. */
  readonly gaps: number[] = [];
  /** `performance.now()` of the first request. */
  firstRequest: number | undefined;
  /** Body of the last request, as bytes: parsing it is not measured. */
  #lastBody: Buffer[] = [];

  readonly #turns: number;
  readonly #calls: readonly BenchCall[];
  readonly #thinkingMs: number;
  readonly #onArrival: () => void;
  readonly #wire: Wire;

  constructor(turns: number, calls: readonly BenchCall[], options: TurnServerOptions = {}) {
    const { thinkingMs = 0, onArrival = () => undefined, wire = messagesWire } = options;
    this.#turns = turns;
    this.#calls = calls;
    this.#thinkingMs = thinkingMs;
    this.#onArrival = onArrival;
    this.#wire = wire;
  }

  /** `performance.now()` of the end of the last answer. */
  get lastAnswerEnd(): number | undefined {
    return this.#ended;
  }

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** The body of the last turn's request. */
  lastRequest(): string {
    return Buffer.concat(this.#lastBody).toString();
  }

  /** Result texts of the last request to the Messages API, in its order. */
  lastResults(): string[] {
    const { messages } = requestSchema.parse(JSON.parse(this.lastRequest()));
    const content = messages.findLast(({ role }) => role === 'user')?.content;
    return z
      .array(z.unknown())
      .parse(content)
      .map((block) => resultSchema.safeParse(block).data)
      .filter((block) => block !== undefined)
      .map((block) => JSON.stringify(block.content));
  }

  async #serve(request: IncomingMessage, response: ServerResponse, arrived: number): Promise<void> {
    const body: Buffer[] = [];
    for await (const piece of request) body.push(piece as Buffer);
    // Some clients check the connection first.
    if (request.method !== 'POST' || request.url === undefined || !this.#wire.path.test(request.url)) {
      response.writeHead(request.method === 'HEAD' ? 200 : 404).end();
      return;
    }
    if (this.#wire.isTurn?.(Buffer.concat(body).toString()) === false) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(this.#wire.answer(0, []));
      return;
    }
    this.#lastBody = body;
    this.#onArrival();
    if (this.#thinkingMs > 0) await setTimeout(this.#thinkingMs);
    this.#answer(arrived, response);
  }

  #answer(arrived: number, response: ServerResponse): void {
    this.firstRequest ??= arrived;
    if (this.#ended !== undefined) this.gaps.push(arrived - this.#ended);
    const calls = this.#turn < this.#turns ? this.#calls : [];
    this.#turn += 1;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(this.#wire.answer(this.#turn, calls), () => {
      this.#ended = performance.now();
    });
  }
}
