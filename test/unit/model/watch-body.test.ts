import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StallError, TooSlowError, watchingFetch } from '#main/model/watch-body.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** An answer whose bytes arrive when the test says so. */
function setUp() {
  let cancelled = false;
  const { promise: opened, resolve } = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>();
  const body = new ReadableStream<Uint8Array>({ start: resolve, cancel: () => void (cancelled = true) });
  const fetch = watchingFetch(() => Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } })), {
    wants: 'stream',
    maxBytes: 1000,
    idleMs: 1000,
    totalMs: 4500,
  });
  return { fetch, opened, wasCancelled: () => cancelled };
}

test('passes a slow answer through to its end', async () => {
  const { fetch, opened } = setUp();
  const response = await fetch('http://x');
  const text = response.text();
  const body = await opened;
  for (const part of [': ping\n', 'a', 'b']) {
    await vi.advanceTimersByTimeAsync(900);
    body.enqueue(new TextEncoder().encode(part));
  }
  await vi.advanceTimersByTimeAsync(900);
  body.close();
  expect(await text).toBe(': ping\nab');
  expect(response.headers.get('content-type')).toBe('text/event-stream');
});

test('fails an answer that stalls, and closes the connection', async () => {
  const { fetch, opened, wasCancelled } = setUp();
  const failed = (await fetch('http://x')).text().catch((error: unknown) => error);
  (await opened).enqueue(new TextEncoder().encode('a'));
  await vi.advanceTimersByTimeAsync(1001);
  expect(await failed).toBeInstanceOf(StallError);
  expect(wasCancelled()).toBe(true);
});

test('fails an answer that never ends, and closes the connection', async () => {
  const { fetch, opened, wasCancelled } = setUp();
  const failed = (await fetch('http://x')).text().catch((error: unknown) => error);
  const body = await opened;
  for (let part = 0; part < 5; part += 1) {
    expect(wasCancelled()).toBe(false);
    body.enqueue(new TextEncoder().encode('a'));
    await vi.advanceTimersByTimeAsync(900);
  }
  expect(await failed).toBeInstanceOf(TooSlowError);
  expect(wasCancelled()).toBe(true);
});

test('doesn’t count time in which nobody reads', async () => {
  const { fetch, opened } = setUp();
  const reader = (await fetch('http://x')).body?.getReader();
  const body = await opened;
  body.enqueue(new TextEncoder().encode('a'));
  expect((await reader?.read())?.done).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  body.close();
  expect((await reader?.read())?.done).toBe(true);
});
