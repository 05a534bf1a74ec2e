import type { ClientRequest, IncomingMessage } from 'node:http';
import { pipeline, type Duplex } from 'node:stream';

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  /** Also ends an answer that is still being read. */
  readonly signal: AbortSignal;
}

/** The status and headers of a response, and its body as it arrives, decompressed. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array>;
  /** Closes the connection, unless the body has been read to its end. */
  close(): void;
}

export type SendRequest = (url: URL, request: HttpRequest) => Promise<HttpAnswer>;

const CONNECT_MS = 10_000;
/** A model on this machine may read a long conversation for minutes before it answers. */
const HEADERS_MS = 600_000;

/**
 * Sends a request without a proxy. On Node's `http`, because the built-in `fetch` takes twice as long to load as everything else that a
 * first request needs. Connections are kept for later requests. Redirects are answers like any other.
 * @throws Error with a `code` when there is no answer: a system error, `ETIMEDOUT`, `HPE_HEADER_OVERFLOW`.
 */
export const sendDirectly: SendRequest = async (url, { method, headers, body, signal }) => {
  // An `import` of these reads all of their exports, of which one loads all that `fetch` does.
  const { request } = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http');
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = request(url, {
    method,
    headers: { ...headers, 'accept-encoding': 'gzip, deflate, br', ...(body && { 'content-length': body.byteLength }) },
  });
  // Also the errors after the response began, which its body reports.
  sent.on('error', reject);
  sent.once('response', resolve);
  const fail = (error: Error): void => {
    reject(error);
    sent.destroy();
  };
  endWith(signal, sent, fail);
  const limits = limitTime(sent, fail);
  sent.end(body);
  try {
    const response = await promise;
    return {
      status: response.statusCode ?? 0,
      headers: { get: (name) => headerOf(response, name) },
      body: await decompressed(response),
      close: () => sent.destroy(),
    };
  } finally {
    for (const limit of limits) clearTimeout(limit);
  }
};

/** What a `fetch` gets, through a proxy for example, in the same form. */
export function sendWith(fetch: typeof globalThis.fetch): SendRequest {
  return async (url, { method, headers, body, signal }) => {
    const closing = new AbortController();
    const either = AbortSignal.any([signal, closing.signal]);
    const sent = { method, headers, signal: either, redirect: 'manual' as const, ...(body && { body: new Uint8Array(body) }) };
    const response = await fetch(url, sent);
    return { status: response.status, headers: response.headers, body: response.body ?? none(), close: () => closing.abort() };
  };
}

async function* none(): AsyncGenerator<Uint8Array, void> {}

/**
 * Without Node's own `signal` option, and without an error for `destroy`: both would be errors of the connection, also once it is kept for
 * the next request.
 */
function endWith(signal: AbortSignal, request: ClientRequest, fail: (error: Error) => void): void {
  const end = (): void => fail(new DOMException('The request was ended.', 'AbortError'));
  if (signal.aborted) return end();
  signal.addEventListener('abort', end, { once: true });
  request.once('close', () => signal.removeEventListener('abort', end));
}

function limitTime(request: ClientRequest, fail: (error: Error) => void): readonly NodeJS.Timeout[] {
  const tooLate = (): void => fail(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' }));
  const connecting = setTimeout(tooLate, CONNECT_MS);
  request.once('socket', (socket) => {
    if (!socket.connecting) return clearTimeout(connecting);
    socket.once(request.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(connecting));
  });
  return [connecting, setTimeout(tooLate, HEADERS_MS)];
}

function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name.toLowerCase()];
  return (Array.isArray(value) ? value.join(', ') : value) ?? null;
}

async function decompressed(response: IncomingMessage): Promise<AsyncIterable<Uint8Array>> {
  const decoder = await decoderFor(headerOf(response, 'content-encoding')?.trim().toLowerCase());
  if (!decoder) return response;
  // An error destroys both streams and reaches the reader of the decoder.
  return pipeline(response, decoder, () => undefined);
}

async function decoderFor(encoding: string | undefined): Promise<Duplex | undefined> {
  if (encoding === undefined || encoding === 'identity') return undefined;
  const { constants, createBrotliDecompress, createGunzip, createInflate } = await import('node:zlib');
  // Flushed, because a stream is read while it arrives; an end that is missing is an error of what the body contains.
  const flushed = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip(flushed);
  if (encoding === 'deflate') return createInflate(flushed);
  if (encoding === 'br') return createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH });
  return undefined;
}
