import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';

const requestSchema = z.object({ messages: z.array(z.object({ role: z.string(), content: z.unknown() })) });
const resultSchema = z.object({ type: z.literal('tool_result'), content: z.unknown() });

/** A call the scripted model makes. */
export interface BenchCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface TurnServerOptions {
  /** How long the model takes before it answers. */
  readonly thinkingMs?: number;
  /** Called when a request has arrived, before it is answered. */
  readonly onArrival?: () => void;
}

/**
 * Speaks the Messages API: the same calls in each of `turns` answers, then a final message. Measures the client's time between the end of
 * an answer and its next request.
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

  constructor(turns: number, calls: readonly BenchCall[], { thinkingMs = 0, onArrival = () => undefined }: TurnServerOptions = {}) {
    this.#turns = turns;
    this.#calls = calls;
    this.#thinkingMs = thinkingMs;
    this.#onArrival = onArrival;
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

  /** Result texts of the last request, in its order. */
  lastResults(): string[] {
    const { messages } = requestSchema.parse(JSON.parse(Buffer.concat(this.#lastBody).toString()));
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
    if (request.method !== 'POST' || !request.url?.startsWith('/v1/messages')) {
      response.writeHead(request.method === 'HEAD' ? 200 : 404).end();
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
    response.end(sse(this.#turn, calls), () => {
      this.#ended = performance.now();
    });
  }
}

interface StreamEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

function sse(turn: number, calls: readonly BenchCall[]): string {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: `m${turn}`, type: 'message', role: 'assistant', model: 'bench', content: [], stop_reason: null, usage };
  const stopReason = calls.length === 0 ? 'end_turn' : 'tool_use';
  const events: StreamEvent[] = [
    { type: 'message_start', message },
    ...(calls.length === 0 ? lastWord() : calls.flatMap((call, index) => toolUse(call, index, `toolu_${turn}_${index}`))),
    { type: 'message_delta', delta: { stop_reason: stopReason, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

function lastWord(): StreamEvent[] {
  return [
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'done' } },
    { type: 'content_block_stop', index: 0 },
  ];
}

function toolUse({ name, input }: BenchCall, index: number, id: string): StreamEvent[] {
  return [
    { type: 'content_block_start', index, content_block: { type: 'tool_use', id, name, input: {} } },
    { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: JSON.stringify(input) } },
    { type: 'content_block_stop', index },
  ];
}
