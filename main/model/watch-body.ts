import { EventSize, PartCount, UnusableBodyError } from '#main/net/body-limits.ts';
import type { HttpAnswer } from '#main/net/send-request.ts';

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
 * The body of an answer. It watches bytes, not events: a server that only sends pings isn't stalled, but is limited in total. Reads only
 * on demand, so that a slow reader doesn't count as a silent server. Closes the answer unless it is read to its end.
 * @throws UnusableBodyError above the size limits, StallError after too long a silence during a read, TooSlowError when all reads together
 *   take too long.
 */
export async function* watchedBody(answer: HttpAnswer, limits: BodyLimits): AsyncGenerator<Uint8Array, void> {
  const { wants, idleMs, totalMs } = limits;
  const isError = answer.status < 200 || answer.status > 299;
  const maxBytes = isError ? MAX_ERROR_BYTES : limits.maxBytes;
  const size = wants === 'stream' ? new EventSize() : new PartCount();
  const chunks = answer.body[Symbol.asyncIterator]();
  let bytes = 0;
  let waitedMs = 0;
  let isWhole = false;
  try {
    if (!isError && wants === 'whole' && isEventStream(answer))
      throw new UnusableBodyError('an event stream where a whole response was asked for');
    for (;;) {
      if (waitedMs >= totalMs) throw new TooSlowError(totalMs);
      const began = performance.now();
      const next = await inTime(chunks.next(), totalMs - waitedMs, { idleMs, totalMs });
      waitedMs += performance.now() - began;
      isWhole = next.done === true;
      if (next.done) return;
      bytes += next.value.byteLength;
      if (bytes > maxBytes) throw UnusableBodyError.tooLarge('a response', maxBytes);
      size.add(next.value);
      yield next.value;
    }
  } finally {
    if (!isWhole) answer.close();
  }
}

export function isEventStream({ headers }: HttpAnswer): boolean {
  return headers.get('content-type')?.toLowerCase().includes('text/event-stream') ?? false;
}

async function inTime<T>(read: Promise<T>, leftMs: number, { idleMs, totalMs }: Pick<BodyLimits, 'idleMs' | 'totalMs'>): Promise<T> {
  // Built only when it is late: an error collects a stack trace, and there are several reads per answer.
  const late = (): Error => (leftMs < idleMs ? new TooSlowError(totalMs) : new StallError(idleMs));
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), Math.min(leftMs, idleMs));
  try {
    return await Promise.race([read, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
