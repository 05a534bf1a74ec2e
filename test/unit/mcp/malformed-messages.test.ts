import { describe, expect, it } from 'vitest';
import { HttpMcpServer } from '#test/support/servers/http-mcp-server.ts';
import { McpFixture } from '#test/support/mcp-fixture.ts';
import { SseMcpServer } from '#test/support/servers/sse-mcp-server.ts';

const result = { content: [{ type: 'text', text: 'got it' }] };
const answer = (id: unknown): string => JSON.stringify({ jsonrpc: '2.0', id, result });

/** Malformed answers in an open stream: the event's data, and the resulting error. */
const MALFORMED: readonly (readonly [string, (id: unknown) => string, RegExp])[] = [
  ['an HTML page', () => '<html>', /isn’t JSON .*<html>/u],
  ['half an answer', (id) => answer(id).slice(0, 30), /isn’t JSON/u],
  ['a single word', () => '"done"', /isn’t JSON-RPC/u],
  ['null', () => 'null', /isn’t JSON-RPC/u],
  ['an answer without its version', (id) => JSON.stringify({ id, result }), /isn’t JSON-RPC/u],
  ['an answer of neither result nor error', (id) => JSON.stringify({ jsonrpc: '2.0', id }), /isn’t JSON-RPC/u],
  ['a result that is a string', (id) => JSON.stringify({ jsonrpc: '2.0', id, result: 'done' }), /isn’t JSON-RPC/u],
  ['an error without a code', (id) => JSON.stringify({ jsonrpc: '2.0', id, error: 'failed' }), /isn’t JSON-RPC/u],
];

/** What may precede the answer in a stream. */
const HARMLESS: readonly (readonly [string, string])[] = [
  ['a ping', ': ping\n\n'],
  ['an event of another type', 'event: ping\ndata: <html>\n\n'],
  ['malformed progress', 'data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":"some"}}\n\n'],
  ['an unknown notification', 'data: {"jsonrpc":"2.0","method":"notifications/odd"}\n\n'],
];

/** A server over streamable HTTP that answers calls with streams that stay open. */
async function streaming(events: (id: unknown, call: number) => string): Promise<HttpMcpServer> {
  let calls = 0;
  return HttpMcpServer.start({
    misbehave: ({ method }, response, id) => {
      if (method !== 'tools/call') return false;
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(events(id, (calls += 1)));
      return true;
    },
  });
}

const data = (text: string): string => `data: ${text}\n\n`;

describe('a call over streamable HTTP', { timeout: 60_000 }, () => {
  it.each(MALFORMED)('fails at once when its open stream brings %s', async (_, message, says) => {
    await using server = await streaming((id) => data(message(id)));
    await using fixture = new McpFixture({ servers: { s: { type: 'http', url: server.url } } });
    await fixture.ready();
    await expect(fixture.call('mcp__s__get')).rejects.toThrow(says);
    expect(fixture.row().state).toBe('connected');
  });

  it.each(HARMLESS)('still gets its answer after %s', async (_, before) => {
    await using server = await streaming((id) => before + data(answer(id)));
    await using fixture = new McpFixture({ servers: { s: { type: 'http', url: server.url } } });
    await fixture.ready();
    expect((await fixture.call('mcp__s__get')).content).toBe('got it');
  });

  it('isn’t failed by a message on another stream', async () => {
    const { promise: firstAsked, resolve: askFirst } = Promise.withResolvers<() => void>();
    let calls = 0;
    await using server = await HttpMcpServer.start({
      misbehave: ({ method }, response, id) => {
        if (method !== 'tools/call') return false;
        response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
        if ((calls += 1) === 1) askFirst(() => void response.write(data(answer(id))));
        else response.write(data('<html>'));
        return true;
      },
    });
    await using fixture = new McpFixture({ servers: { s: { type: 'http', url: server.url } } });
    await fixture.ready();
    const first = fixture.call('mcp__s__get');
    const answerFirst = await firstAsked;
    await expect(fixture.call('mcp__s__get')).rejects.toThrow(/isn’t JSON/u);
    answerFirst();
    expect((await first).content).toBe('got it');
  });
});

describe('a call over the older transport', { timeout: 60_000 }, () => {
  it.each(MALFORMED)('fails at once when the stream brings %s', async (_, message, says) => {
    await using server = await SseMcpServer.start(message);
    await using fixture = new McpFixture({ servers: { s: { type: 'sse', url: server.url } } });
    await fixture.ready();
    await expect(fixture.call('mcp__s__get')).rejects.toThrow(says);
    expect(fixture.row().state).toBe('connected');
  });

  it('is answered after one that failed', async () => {
    let calls = 0;
    await using server = await SseMcpServer.start((id) => ((calls += 1) === 1 ? '<html>' : answer(id)));
    await using fixture = new McpFixture({ servers: { s: { type: 'sse', url: server.url } } });
    await fixture.ready();
    await expect(fixture.call('mcp__s__get')).rejects.toThrow(/isn’t JSON/u);
    expect((await fixture.call('mcp__s__get')).content).toBe('got it');
  });
});
