import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StallError, TooSlowError, watchedBody } from '#main/model/watch-body.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** An answer whose bytes arrive when the test says so. */
function setUp() {
  const bytes = new PassThrough();
  const answer = {
    status: 200,
    headers: new Headers({ 'content-type': 'text/event-stream' }),
    body: bytes,
    close: () => bytes.destroy(),
  };
  const body = watchedBody(answer, { wants: 'stream', maxBytes: 1000, idleMs: 1000, totalMs: 4500 });
  return { body, bytes };
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += Buffer.from(chunk).toString();
  return text;
}

test('passes a slow answer through to its end', async () => {
  const { body, bytes } = setUp();
  const text = textOf(body);
  for (const part of [': ping\n', 'a', 'b']) {
    await vi.advanceTimersByTimeAsync(900);
    bytes.write(part);
  }
  await vi.advanceTimersByTimeAsync(900);
  bytes.end();
  expect(await text).toBe(': ping\nab');
});

test('fails an answer that stalls, and closes the connection', async () => {
  const { body, bytes } = setUp();
  const failed = textOf(body).catch((error: unknown) => error);
  bytes.write('a');
  await vi.advanceTimersByTimeAsync(1001);
  expect(await failed).toBeInstanceOf(StallError);
  expect(bytes.destroyed).toBe(true);
});

test('fails an answer that never ends, and closes the connection', async () => {
  const { body, bytes } = setUp();
  const failed = textOf(body).catch((error: unknown) => error);
  for (let part = 0; part < 5; part += 1) {
    expect(bytes.destroyed).toBe(false);
    bytes.write('a');
    await vi.advanceTimersByTimeAsync(900);
  }
  expect(await failed).toBeInstanceOf(TooSlowError);
  expect(bytes.destroyed).toBe(true);
});

test('doesn’t count time in which nobody reads', async () => {
  const { body, bytes } = setUp();
  bytes.write('a');
  expect((await body.next()).done).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  bytes.end();
  expect((await body.next()).done).toBe(true);
});

test('closes the connection when the reader stops', async () => {
  const { body, bytes } = setUp();
  bytes.write('a');
  await body.next();
  await body.return();
  expect(bytes.destroyed).toBe(true);
});
