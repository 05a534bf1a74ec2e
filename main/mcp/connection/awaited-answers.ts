import { AsyncLocalStorage } from 'node:async_hooks';
import type { JSONRPCMessage, Transport, TransportSendOptions } from '@modelcontextprotocol/client';
import { z } from 'zod';

const cancelledSchema = z.object({
  method: z.literal('notifications/cancelled'),
  params: z.object({ requestId: z.union([z.string(), z.number()]) }),
});

/** Id of the request that a message cancels; it is then never answered. `undefined` for any other message. */
export function cancelledRequest(message: unknown): string | number | undefined {
  return cancelledSchema.safeParse(message).data?.params.requestId;
}

/** JSON-RPC's code for errors that a server defines. */
const SERVER_ERROR = -32_000;
const NOT_KNOWN = 'Whether the call has done anything is not known.';
const BROKEN_OFF = `The connection broke off before the answer was there. ${NOT_KNOWN}`;

type Id = string | number;

/**
 * The requests over HTTP that wait for their answer. When a stream ends, breaks off, can’t be resumed or contains something that isn’t a
 * message, and when a request is only acknowledged, the SDK waits for its time limit; here the request fails at once.
 */
export class AwaitedAnswers {
  readonly #waiting = new Set<Id>();
  /** Requests that a stream answers, and those of them whose stream has ended. */
  readonly #streamed = new Set<Id>();
  readonly #ended = new Set<Id>();
  /** The request that the SDK is working on, for example by reading the stream that answers it. */
  readonly #request = new AsyncLocalStorage<Id | undefined>();
  #transport: Transport | undefined;

  /** Watches sent messages, where each request is answered by its own response. Call `heard` for each message that arrives. */
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

  /** The same where one stream carries all answers: a malformed message may have been any of them. */
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

  /** The request with this body is answered by a stream. Returns a function to call when the stream has ended. */
  streams(body: unknown): () => void {
    const id = typeof body === 'string' ? requestId(parsed(body)) : undefined;
    if (id === undefined || !this.#waiting.has(id)) return () => undefined;
    this.#streamed.add(id);
    return () => this.#ended.add(id);
  }

  /** The server resumes no broken stream. */
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

/** Our own request, so it has the expected shape. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // Not JSON: no answer is awaited to it.
    return undefined;
  }
}

/** What the SDK found wrong with a message of a stream, to follow “it sent”; `undefined` for any other error. */
function malformedMessage(error: Error): string | undefined {
  if (error instanceof SyntaxError) return `a message that isn’t JSON (${error.message})`;
  // The SDK has its own copy of zod.
  return error.name === 'ZodError' || error.name === '$ZodError' ? 'a message that isn’t JSON-RPC' : undefined;
}
