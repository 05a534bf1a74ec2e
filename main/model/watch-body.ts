type Fetch = typeof globalThis.fetch;

/** An answer that comes whole is held in memory as text before anything else looks at it. Bytes. */
const MAX_WHOLE_BYTES = 256 * 1024 * 1024;

/** Nothing came for too long, not even a sign of life. */
export class StallError extends Error {
  /** Milliseconds. */
  readonly silentMs: number;

  constructor(silentMs: number) {
    super(`nothing came for ${silentMs} ms`);
    this.name = 'StallError';
    this.silentMs = silentMs;
  }
}

/**
 * A `fetch` whose answers fail with a `StallError` when their body is silent for `idleMs` while somebody waits for more of it. It
 * watches bytes, not events: a server that only sends pings is alive.
 */
export function watchingFetch(fetch: Fetch, idleMs: number): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.body) return response;
    const { status, statusText, headers } = response;
    const streams = headers.get('content-type')?.includes('text/event-stream') ?? false;
    return new Response(watched(response.body, idleMs, streams ? Number.POSITIVE_INFINITY : MAX_WHOLE_BYTES), {
      status,
      statusText,
      headers,
    });
  };
}

function watched(body: ReadableStream<Uint8Array>, idleMs: number, maxBytes: number): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { promise: silence, reject } = Promise.withResolvers<never>();
        const timer = setTimeout(() => reject(new StallError(idleMs)), idleMs);
        try {
          const { done, value } = await Promise.race([reader.read(), silence]);
          if (done) {
            controller.close();
            return;
          }
          bytes += value.byteLength;
          if (bytes > maxBytes) throw new SyntaxError('an answer without end');
          controller.enqueue(value);
        } catch (error) {
          void reader.cancel(error).catch(() => undefined);
          throw error;
        } finally {
          clearTimeout(timer);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // Reads only when asked to, so that a slow reader is not taken for a silent server.
    { highWaterMark: 0 },
  );
}
