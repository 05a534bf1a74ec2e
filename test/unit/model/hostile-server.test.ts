import { createServer } from 'node:net';
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { AnthropicClient } from '#main/model/anthropic-client.ts';
import type { ModelRequest } from '#main/model/client.ts';
import { ModelError } from '#main/model/model-error.ts';
import { StreamAssembler } from '#main/agent/turn/stream-assembler.ts';
import { collect } from '#test/support/collect.ts';
import { HostileModelServer } from '#test/support/servers/hostile-model-server.ts';
import { event, sseOf, text } from '#test/support/messages-answer.ts';

const MB = 1024 * 1024;
/** How much a server sends unless stopped; far more than any answer may have. */
const FLOOD = 400 * MB;
const STREAM = { 'content-type': 'text/event-stream' };
const JSON_TYPE = { 'content-type': 'application/json' };
const request: ModelRequest = {
  model: 'm',
  maxTokens: 1000,
  system: [],
  tools: [],
  messages: [{ role: 'user', content: [{ type: 'text', text: 'a secret conversation' }] }],
  callOutcomes: new Map(),
};

function clientFor(baseUrl: string): AnthropicClient {
  return new AnthropicClient({ access: () => ({ apiKey: 'sk-secret-key', authToken: undefined, baseUrl }), env: {} });
}

const asks = {
  stream: (client: AnthropicClient) => collect(client.stream(request, new AbortController().signal)),
  whole: (client: AnthropicClient) => collect(client.complete(request, new AbortController().signal)),
  models: (client: AnthropicClient) => client.listModels(),
};

async function failure(promise: Promise<unknown>): Promise<ModelError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ModelError)) throw new Error(`no ModelError but ${String(error)}`);
  return error;
}

const zeros = gzipSync(Buffer.alloc(300 * MB));
const line = 'data: '.padEnd(64 * 1024, 'x');
const ping = event({ type: 'ping' }).repeat(1000);
const emptyLines = '\n'.repeat(64 * 1024);
const manyDataLines = `data: ${'x'.repeat(1000)}\n`.repeat(64);
const lists = '[],'.repeat(20_000);
const delta = event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'x' } }).repeat(500);

describe('an endless answer is abandoned', { timeout: 60_000 }, () => {
  test.each<[string, keyof typeof asks, Record<string, string>, string]>([
    ['a stream where none was requested', 'whole', STREAM, line],
    ['an answer of one long text', 'whole', JSON_TYPE, line],
    ['an answer of an unknown type', 'whole', { 'content-type': 'text/plain' }, line],
    ['an answer without a type', 'whole', {}, line],
    ['an answer of empty lists', 'whole', JSON_TYPE, lists],
    ['a list of models', 'models', JSON_TYPE, line],
    ['a list of models as a stream', 'models', STREAM, line],
    ['one line of a stream', 'stream', STREAM, line],
    ['one line of empty lists', 'stream', STREAM, lists],
    ['one event of many lines', 'stream', STREAM, manyDataLines],
    ['a stream that is JSON', 'stream', JSON_TYPE, line],
    ['a flood of pings', 'stream', STREAM, ping],
    ['blank lines', 'stream', STREAM, emptyLines],
    ['one-letter deltas', 'stream', STREAM, `${event({ type: 'content_block_start', index: 0, content_block: text('') })}${delta}`],
  ])('%s', async (_what, how, headers, chunk) => {
    await using server: HostileModelServer = await HostileModelServer.start((response) => {
      response.writeHead(200, headers);
      return server.pour(response, () => chunk, FLOOD);
    });
    const error = await failure(asks[how](clientFor(server.url)));
    expect(error.kind).toBe('malformed');
    expect(error.message).toMatch(/without end|larger than|an event stream|a million parts/u);
    expect(server.sent).toBeLessThan(FLOOD / 4);
  });

  test.each(['stream', 'whole', 'models'] as const)('compressed data that expands to hundreds of megabytes: %s', async (how) => {
    await using server = await HostileModelServer.start((response) => {
      const headers = how === 'stream' ? STREAM : JSON_TYPE;
      response.writeHead(200, { ...headers, 'content-encoding': 'gzip' }).end(zeros);
    });
    const error = await failure(asks[how](clientFor(server.url)));
    expect(error).toMatchObject({ kind: 'malformed', message: expect.stringMatching(/larger than/u) });
  });

  test.each(['stream', 'whole', 'models'] as const)('error text: %s', async (how) => {
    await using server: HostileModelServer = await HostileModelServer.start((response) => {
      response.writeHead(400, JSON_TYPE);
      return server.pour(response, () => line, FLOOD);
    });
    expect((await failure(asks[how](clientFor(server.url)))).kind).toBe('bad_request');
    expect(server.sent).toBeLessThan(FLOOD / 4);
  });

  test('headers', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write(`HTTP/1.1 200 OK\r\n${'x-long: y\r\n'.repeat(100_000)}\r\n`);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const error = await failure(asks.stream(clientFor(`http://127.0.0.1:${port}`)));
    expect(error.message).toContain('headers');
    server.close();
  });
});

test('abandons a text longer than the model’s limit, and accepts one of full length', () => {
  const assembled = (pieces: number, size: number): number => {
    let length = 0;
    const sink = { delta: () => undefined, block: (_index: number, block: object) => (length = JSON.stringify(block).length) };
    const assembler = new StreamAssembler(sink, new Set(), 1000);
    assembler.take({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } });
    for (let piece = 0; piece < pieces; piece += 1)
      assembler.take({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'x'.repeat(size) } });
    assembler.take({ type: 'content_block_stop', index: 0 });
    return length;
  };
  expect(assembled(1000, 16)).toBeGreaterThan(16_000);
  expect(() => assembled(1_000_000, 16)).toThrow('a response without end');
});

test('accepts an answer as large as the model may give', async () => {
  const large = [text('y'.repeat(1_000_000))];
  await using server = await HostileModelServer.start((response) => {
    response.writeHead(200, STREAM);
    for (const part of sseOf({ blocks: large })) response.write(part);
    response.end();
  });
  expect((await asks.stream(clientFor(server.url))).at(-1)?.type).toBe('message_stop');
});

describe('a server that redirects', () => {
  const redirect = (status: number, location: string) => (response: ServerResponse) => {
    response.writeHead(status, { location }).end();
  };

  test.each([301, 302, 303, 307, 308])('reveals neither the conversation nor the key to another server (%s)', async (status) => {
    await using elsewhere = await HostileModelServer.start((response) => void response.writeHead(200, JSON_TYPE).end('{}'));
    await using server = await HostileModelServer.start(redirect(status, `${elsewhere.url}/v1/messages`));
    for (const ask of Object.values(asks)) {
      const error = await failure(ask(clientFor(server.url)));
      expect(error).toMatchObject({ retryable: false, message: expect.stringContaining(elsewhere.url) });
    }
    expect(elsewhere.seen).toEqual([]);
  });

  test('may redirect within its origin, a limited number of times', async () => {
    const whole = [...sseOf({ blocks: [text('Hi')] })].filter((part) => typeof part === 'string').join('');
    await using server = await HostileModelServer.start((response, { url }) => {
      if (url?.startsWith('/moved')) response.writeHead(200, STREAM).end(whole);
      else response.writeHead(307, { location: '/moved/v1/messages' }).end();
    });
    expect((await asks.stream(clientFor(server.url))).at(-1)?.type).toBe('message_stop');
    expect(server.seen.at(-1)?.body).toContain('a secret conversation');

    await using circle = await HostileModelServer.start(redirect(307, '/v1/messages'));
    expect((await failure(asks.stream(clientFor(circle.url)))).message).toContain('again and again');
    expect(circle.seen.length).toBeLessThan(20);
  });

  test('never changes a POST into another method', async () => {
    await using server = await HostileModelServer.start(redirect(302, '/elsewhere'));
    await failure(asks.whole(clientFor(server.url)));
    expect(server.seen.map(({ path }) => path)).toEqual(['/v1/messages']);
  });
});
