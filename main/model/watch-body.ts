import { EventSize, PartCount, UnusableBodyError } from '#main/net/body-limits.ts';

type Fetch = typeof globalThis.fetch;

/** Limit on the body of an error response, in bytes. */
const MAX_ERROR_BYTES = 1024 * 1024;

export interface BodyLimits {
  /** What was requested; the server's content type isn't trusted. */
  readonly wants: 'stream' | 'whole';
  /** Limit on the whole body, decompressed, in bytes. */
  readonly maxBytes: number;
  /** Milliseconds without data while a read is pending. */
  readonly idleMs: number;
  /** Total milliseconds of pending reads. */
  readonly totalMs: number;
}

/** No data arrived for too long, not even pings. */
export class StallError extends Error {
  /** Milliseconds. */
  readonly silentMs: number;

  constructor(silentMs: number) {
    super(`nothing came for ${silentMs} ms`);
    this.name = 'StallError';
    this.silentMs = silentMs;
  }
}

/** The body keeps arriving but took too long in total. */
export class TooSlowError extends Error {
  readonly totalMs: number;

  constructor(totalMs: number) {
    super(`the body took longer than ${totalMs} ms`);
    this.name = 'TooSlowError';
    this.totalMs = totalMs;
  }
}

/**
 * A `fetch` whose response bodies fail with `UnusableBodyError` above the size limits, with `StallError` after too long a silence during
 * a read, and with `TooSlowError` when all reads together take too long. It watches bytes, not events: a server that only sends pings
 * isn't stalled, but is limited in total.
 */
export function watchingFetch(fetch: Fetch, limits: BodyLimits): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.body) return response;
    const { ok, status, statusText, headers } = response;
    if (ok && limits.wants === 'whole' && headers.get('content-type')?.toLowerCase().includes('text/event-stream')) {
      // The error below is the one to report.
      await response.body.cancel().catch(() => undefined);
      throw new UnusableBodyError('an event stream where a whole answer was asked for');
    }
    const maxBytes = ok ? limits.maxBytes : MAX_ERROR_BYTES;
    return new Response(watched(response.body, { ...limits, maxBytes }), { status, statusText, headers });
  };
}

function watched(body: ReadableStream<Uint8Array>, { wants, maxBytes, idleMs, totalMs }: BodyLimits): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const size = wants === 'stream' ? new EventSize() : new PartCount();
  let bytes = 0;
  let waitedMs = 0;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { promise: tooLate, reject } = Promise.withResolvers<never>();
        const began = performance.now();
        const leftMs = totalMs - waitedMs;
        // Built only when it is late: an error collects a stack trace, and there are several reads per answer.
        const late = (): Error => (leftMs < idleMs ? new TooSlowError(totalMs) : new StallError(idleMs));
        const timer = setTimeout(() => reject(late()), Math.min(leftMs, idleMs));
        try {
          if (leftMs <= 0) throw late();
          const { done, value } = await Promise.race([reader.read(), tooLate]);
          waitedMs += performance.now() - began;
          if (done) {
            controller.close();
            return;
          }
          bytes += value.byteLength;
          if (bytes > maxBytes) throw UnusableBodyError.tooLarge('an answer', maxBytes);
          size.add(value);
          controller.enqueue(value);
        } catch (error) {
          // The error below is the one to report.
          void reader.cancel(error).catch(() => undefined);
          throw error;
        } finally {
          clearTimeout(timer);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // Reads only on demand, so that a slow reader doesn't count as a silent server.
    { highWaterMark: 0 },
  );
}
