import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage } from '#shared/error-message.ts';
import type { AwaitedAnswers } from './awaited-answers.ts';
import { FloodGuard } from './server-output.ts';
import { EventSize, MAX_EVENT_BYTES, PartCount, UnusableBodyError } from '#main/net/body-limits.ts';

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** Lines of an event stream per message: its data, the blank line after it, and often a name. */
const LINES_PER_MESSAGE = 2;
/** Minimum between two requests for a stream, in milliseconds: a server may ask for less and close each at once. */
const STREAM_PACE_MS = 1000;

export interface ServerFetchOptions {
  readonly fetch: Fetch;
  /** Called once, when the server sends far too much; `why` is for people. */
  readonly onFlood: (why: string) => void;
  /** A requested stream (`GET`) has ended or failed; `why` is for people. */
  readonly onStreamEnd?: (why: string) => void;
  /** Is notified of the answers to requests. */
  readonly answers?: Pick<AwaitedAnswers, 'streams' | 'resumptionRefused'>;
  /** Monotonic clock in milliseconds; for tests. */
  readonly now?: () => number;
}

/**
 * `fetch` for a server that may be hostile: an answer or stream event larger than 16 MB ends the response with an error, and so does a
 * flood of events; the server can't make streams be opened in quick succession.
 */
export function serverFetch({ fetch, onFlood, onStreamEnd, answers, now = () => performance.now() }: ServerFetchOptions): Fetch {
  const guard = new FloodGuard();
  let flooded = false;
  let nextStream = 0;
  /** A stream that answers a call ends with that answer. */
  let calls = 0;
  const flood = (error: unknown): void => {
    if (flooded) return;
    flooded = true;
    onFlood(errorMessage(error));
  };
  const counted = (body: ReadableStream<Uint8Array>, onEnd?: () => void): ReadableStream<Uint8Array> => {
    calls += 1;
    return body.pipeThrough(
      eventLimits(
        () => guard.message(now(), calls),
        flood,
        () => {
          calls -= 1;
          onEnd?.();
        },
      ),
    );
  };
  const askedFor = (body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> => {
    const bounded = body.pipeThrough(eventLimits(() => guard.message(now(), calls), flood));
    return onStreamEnd ? watched(bounded, onStreamEnd) : bounded;
  };
  return async (url, init) => {
    const asksForStream = init?.method === undefined || init.method === 'GET';
    if (asksForStream) {
      const wait = nextStream - now();
      nextStream = Math.max(nextStream, now()) + STREAM_PACE_MS;
      if (wait > 0) await sleep(wait, undefined, { ref: false, ...(init?.signal && { signal: init.signal }) });
    }
    const response = await fetch(url, init);
    if (asksForStream && !response.ok && new Headers(init?.headers).has('last-event-id')) answers?.resumptionRefused();
    if (!response.body) return response;
    const isStream = response.headers.get('content-type')?.toLowerCase().includes('text/event-stream') ?? false;
    const answered = (body: ReadableStream<Uint8Array>) => counted(body, answers?.streams(init?.body));
    const bounds = !isStream ? withAnswerLimits : asksForStream ? askedFor : answered;
    const bounded = new Response(bounds(response.body), response);
    // A constructed response has no URL, which redirects and error messages need.
    Object.defineProperty(bounded, 'url', { value: response.url });
    return bounded;
  };
}

function watched(body: ReadableStream<Uint8Array>, onEnd: (why: string) => void): ReadableStream<Uint8Array> {
  return ReadableStream.from(
    (async function* chunks() {
      try {
        yield* body;
      } finally {
        onEnd('its event stream ended');
      }
    })(),
  );
}

function withAnswerLimits(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let length = 0;
  const parts = new PartCount();
  const limits = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk: Uint8Array, controller) {
      length += chunk.length;
      try {
        if (length > MAX_EVENT_BYTES) throw UnusableBodyError.tooLarge('an answer', MAX_EVENT_BYTES);
        parts.add(chunk);
        controller.enqueue(chunk);
      } catch (error) {
        controller.error(unusable(error));
      }
    },
  });
  return body.pipeThrough(limits);
}

/** `flood`: too many events. `onEnd`: the stream was read to its end, broke or was cancelled. */
function eventLimits(count: () => void, flood: (error: unknown) => void, onEnd?: () => void): TransformStream<Uint8Array, Uint8Array> {
  const size = new EventSize();
  let lines = 0;
  return new TransformStream({
    transform(chunk: Uint8Array, controller) {
      const counted = Math.floor(lines / LINES_PER_MESSAGE);
      try {
        lines += size.add(chunk);
      } catch (error) {
        controller.error(unusable(error));
        return;
      }
      try {
        for (let message = Math.floor(lines / LINES_PER_MESSAGE) - counted; message > 0; message -= 1) count();
      } catch (error) {
        flood(error);
        controller.error(error);
        return;
      }
      controller.enqueue(chunk);
    },
    flush: () => onEnd?.(),
    cancel: () => onEnd?.(),
  });
}

function unusable(error: unknown): Error {
  return new Error(`the server sent ${errorMessage(error)}`);
}
