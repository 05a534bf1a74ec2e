import { brotliCompressSync, createGzip, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { AnthropicClient } from '#main/model/anthropic-client.ts';
import type { ModelRequest } from '#main/model/client.ts';
import { collect } from '#test/support/collect.ts';
import { sseOf, text } from '#test/support/messages-answer.ts';
import { HostileModelServer } from '#test/support/servers/hostile-model-server.ts';

const request: ModelRequest = { model: 'm', maxTokens: 100, system: [], tools: [], messages: [], callOutcomes: new Map() };
const STREAM = { 'content-type': 'text/event-stream' };
const whole = [...sseOf({ blocks: [text('Grüße')] })].filter((part) => typeof part === 'string').join('');

function events(url: string) {
  const client = new AnthropicClient({ access: () => ({ apiKey: 'k', authToken: undefined, baseUrl: url }), env: {} });
  return client.stream(request, new AbortController().signal);
}

describe('a compressed answer', () => {
  test.each([
    ['gzip', gzipSync(whole)],
    ['x-gzip', gzipSync(whole)],
    ['deflate', deflateSync(whole)],
    ['br', brotliCompressSync(whole)],
    ['identity', Buffer.from(whole)],
  ])('is read: %s', async (encoding, bytes) => {
    await using server = await HostileModelServer.start((response, { headers }) => {
      expect(headers['accept-encoding']).toContain('gzip');
      response.writeHead(200, { ...STREAM, 'content-encoding': encoding }).end(bytes);
    });
    const seen = await collect(events(server.url));
    expect(seen.map((event) => ('delta' in event && 'text' in event.delta ? event.delta.text : '')).join('')).toBe('Grüße');
    expect(seen.at(-1)?.type).toBe('message_stop');
  });

  test('is read while it arrives', async () => {
    const { promise: isSeen, resolve: seen } = Promise.withResolvers<void>();
    await using server = await HostileModelServer.start(async (response) => {
      response.writeHead(200, { ...STREAM, 'content-encoding': 'gzip' });
      const zip = createGzip();
      zip.pipe(response);
      const half = whole.indexOf('\n\n') + 2;
      zip.write(whole.slice(0, half));
      zip.flush();
      // The rest is sent only once the first event has been read.
      await isSeen;
      zip.end(whole.slice(half));
    });
    const types: string[] = [];
    for await (const { type } of events(server.url)) {
      types.push(type);
      seen();
    }
    expect(types.at(-1)).toBe('message_stop');
  });

  test('fails with advice when it isn’t what it says', async () => {
    await using server = await HostileModelServer.start((response) => {
      response.writeHead(200, { ...STREAM, 'content-encoding': 'gzip' }).end(whole);
    });
    await expect(collect(events(server.url))).rejects.toThrow(/can’t be reached|broke off|can’t be used/u);
  });
});
