import { AsyncLocalStorage } from 'node:async_hooks';
import type { JSONRPCMessage, Transport, TransportSendOptions } from '@modelcontextprotocol/client';
import { z } from 'zod';

const cancelledSchema = z.object({
  method: z.literal('notifications/cancelled'),
  params: z.object({ requestId: z.union([z.string(), z.number()]) }),
});

/** The request that a message takes back, which then isn't answered any more; `undefined` for any other message. */
export function cancelledRequest(message: unknown): string | number | undefined {
  return cancelledSchema.safeParse(message).data?.params.requestId;
}

/** An error of the server's side, as JSON-RPC leaves them to be named. */
const SERVER_ERROR = -32_000;
const NOT_KNOWN = 'Whether the call has done anything is not known.';
const BROKEN_OFF = `The connection broke off before the answer was there. ${NOT_KNOWN}`;

type Id = string | number;

/**
 * Which requests over HTTP still wait for their answer. The SDK waits for a time limit when a stream ends, is cut, can’t be resumed, brings
 * something that is no message, or a request is only acknowledged; here the request fails at once.
 */
export class AwaitedAnswers {
  readonly #waiting = new Set<Id>();
  /** Those answered by a stream, and of these the ones whose stream is over. */
  readonly #streamed = new Set<Id>();
  readonly #ended = new Set<Id>();
  /** The request in whose course the SDK does something, such as reading the stream that answers it. */
  readonly #request = new AsyncLocalStorage<Id | undefined>();
  #transport: Transport | undefined;

  /** Watches what is sent, where each request is answered by its own response. Call `heard` for each message that arrives. */
  watch(transport: Transport): void {
    const send = this.#watchStreams(transport, () => {
      const id = this.#request.getStore();
      return id === undefined ? [] : [id];
    });
    transport.send = async (message, options) => {
      this.#forgetCancelled(message);
      const id = requestId(message);
      if (id === undefined || options?.onRequestStreamEnd) return this.#request.run(undefined, send, message, options);
      this.#waiting.add(id);
      const watched: TransportSendOptions = { ...options, onRequestStreamEnd: () => this.#fail(id, BROKEN_OFF) };
      try {
        await this.#request.run(id, send, message, watched);
      } catch (error) {
        this.#forget(id);
        throw error;
      }
      if (!this.#streamed.has(id)) this.#fail(id, 'The server took the request and gave no answer to it.');
    };
  }

  /** The same where one stream brings all answers: what is malformed there may have been any of them. */
  watchShared(transport: Transport): void {
    const send = this.#watchStreams(transport, () => [...this.#waiting]);
    transport.send = async (message, options) => {
      this.#forgetCancelled(message);
      const id = requestId(message);
      if (id !== undefined) this.#waiting.add(id);
      try {
        await send(message, options);
      } catch (error) {
        if (id !== undefined) this.#forget(id);
        throw error;
      }
    };
  }

  #watchStreams(transport: Transport, requests: () => readonly Id[]): Transport['send'] {
    this.#transport = transport;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no other way
    transport.onerror = (error) => {
      const what = malformedMessage(error);
      if (what === undefined) return;
      for (const id of requests()) this.#fail(id, `The server sent ${what} where an answer was awaited. ${NOT_KNOWN}`);
    };
    return transport.send.bind(transport);
  }

  #forgetCancelled(message: JSONRPCMessage): void {
    const id = cancelledRequest(message);
    if (id !== undefined) this.#forget(id);
  }

  heard(message: JSONRPCMessage): void {
    if (!('method' in message) && message.id !== undefined) this.#forget(message.id);
  }

  /** The answer to the request with this body is a stream. Returns what to call when that is over. */
  streams(body: unknown): () => void {
    const id = typeof body === 'string' ? requestId(parsed(body)) : undefined;
    if (id === undefined || !this.#waiting.has(id)) return () => undefined;
    this.#streamed.add(id);
    return () => this.#ended.add(id);
  }

  /** The server goes on with no stream that has broken off. */
  resumptionRefused(): void {
    for (const id of this.#ended) this.#fail(id, BROKEN_OFF);
  }

  #fail(id: Id, message: string): void {
    if (!this.#waiting.has(id)) return;
    this.#forget(id);
    this.#transport?.onmessage?.({ jsonrpc: '2.0', id, error: { code: SERVER_ERROR, message } });
  }

  #forget(id: Id): void {
    for (const set of [this.#waiting, this.#streamed, this.#ended]) set.delete(id);
  }
}

function requestId(message: unknown): Id | undefined {
  if (typeof message !== 'object' || message === null || !('method' in message) || !('id' in message)) return undefined;
  return typeof message.id === 'string' || typeof message.id === 'number' ? message.id : undefined;
}

/** What we sent ourselves. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** What the SDK found wrong with a message of a stream, in words that go behind “it sent”; `undefined` for any other error. */
function malformedMessage(error: Error): string | undefined {
  if (error instanceof SyntaxError) return `a message that isn’t JSON (${error.message})`;
  // The SDK brings its own zod.
  return error.name === 'ZodError' || error.name === '$ZodError' ? 'a message that isn’t JSON-RPC' : undefined;
}
