import { describe, expect, it } from 'vitest';
import { serverFetch } from '#main/mcp/connection/server-fetch.ts';
import { ForwardProxy } from '../../support/servers/forward-proxy.ts';
import { HttpMcpServer } from '../../support/servers/http-mcp-server.ts';
import { McpFixture } from '../../support/mcp-fixture.ts';

const at = (url: string, headers: Record<string, string> = {}) => ({ servers: { s: { type: 'http', url, headers } } });
const stream = { 'content-type': 'text/event-stream' };

describe('a server over HTTP', { timeout: 120_000 }, () => {
  it('that redirects to another origin gets no secret there', async () => {
    await using elsewhere = await HttpMcpServer.start();
    await using server = await HttpMcpServer.start({
      misbehave: (_seen, response) => {
        response.writeHead(307, { location: elsewhere.url }).end();
        return true;
      },
    });
    await using fixture = new McpFixture(at(server.url, { 'X-Api-Key': 'secret' }));
    expect(await fixture.ready()).toMatchObject({ state: 'failed', reason: expect.stringMatching(/[Rr]edirect/u) });
    expect(elsewhere.seen).toEqual([]);
  });

  it('may redirect within its origin', async () => {
    await using server = await HttpMcpServer.start({
      misbehave: ({ path }, response) => {
        if (path !== '/mcp') return false;
        response.writeHead(308, { location: '/mcp/' }).end();
        return true;
      },
    });
    await using fixture = new McpFixture(at(server.url));
    expect(await fixture.ready()).toMatchObject({ state: 'connected' });
    expect((await fixture.call('mcp__s__get')).content).toBe('got it');
  });

  it.each([
    ['an invalid header', '', { 'X-Api-Key': '${KEY}' }, 'the header "X-Api-Key"'],
    ['a password in its address', 'user:secret-2@', {}, 'holds a name or password'],
  ])('with %s fails without revealing it', async (_what, user, headers, reason) => {
    await using server = await HttpMcpServer.start();
    await using fixture = new McpFixture({ ...at(server.url.replace('//', `//${user}`), headers), env: { KEY: 'secret-1\nsecret-2' } });
    const row = await fixture.ready();
    expect(row).toMatchObject({ state: 'failed', reason: expect.stringContaining(reason) });
    expect(JSON.stringify(row)).not.toContain('secret-');
    expect(server.seen).toEqual([]);
  });

  it('is reconnected at our interval, not at the one it asks for', async () => {
    await using server = await HttpMcpServer.start({
      misbehave: ({ verb }, response) => {
        if (verb !== 'GET') return false;
        response.writeHead(200, stream).end('retry: 0\n\n');
        return true;
      },
    });
    await using fixture = new McpFixture(at(server.url));
    const startedAt = performance.now();
    await fixture.ready();
    const streams = () => server.seen.filter(({ verb }) => verb === 'GET').length;
    while (streams() < 3) await new Promise((resolve) => setTimeout(resolve, 50));
    // However slow the machine is, the third can't come sooner than two intervals after the first.
    expect(performance.now() - startedAt).toBeGreaterThan(1900);
    expect(fixture.row().state).toBe('connected');
  });

  it('is reached through the proxy of the process environment, not of a settings file', async () => {
    await using server = await HttpMcpServer.start();
    await using proxy = await ForwardProxy.start();
    await using other = await ForwardProxy.start();
    await using fixture = new McpFixture({
      ...at(`http://mcp.example:${server.port}/mcp`),
      env: { HTTP_PROXY: proxy.url },
      files: { '.claude/settings.json': JSON.stringify({ env: { HTTP_PROXY: other.url } }) },
    });
    await fixture.openProject.settings.trust.trust(fixture.project.projectDir);
    expect(await fixture.ready()).toMatchObject({ state: 'connected' });
    expect((await fixture.call('mcp__s__get')).content).toBe('got it');
    expect(new Set(proxy.targets)).toEqual(new Set([`mcp.example:${server.port}`]));
    expect(other.targets).toEqual([]);
  });

  it('on this machine, or matching NO_PROXY, is reached directly', async () => {
    await using server = await HttpMcpServer.start();
    await using proxy = await ForwardProxy.start();
    await using fixture = new McpFixture({ ...at(server.url), env: { HTTP_PROXY: proxy.url } });
    expect(await fixture.ready()).toMatchObject({ state: 'connected' });
    await using itself = new McpFixture({ ...at('http://mcp.invalid:1/mcp'), env: { HTTP_PROXY: proxy.url, NO_PROXY: 'mcp.invalid' } });
    expect(await itself.ready()).toMatchObject({ state: 'failed' });
    expect(proxy.targets).toEqual([]);
  });
});

it('a flood of events ends the stream, and is reported once', async () => {
  const event = 'data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}\n\n';
  const chunk = new TextEncoder().encode(event.repeat(500));
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 1;
      controller.enqueue(chunk);
    },
  });
  const reported: string[] = [];
  // The clock is frozen, so everything counts as sent at once, however slow the machine.
  const fetch = serverFetch({
    fetch: () => Promise.resolve(new Response(body, { headers: stream })),
    onFlood: (why) => reported.push(why),
    now: () => 0,
  });
  const response = await fetch('http://127.0.0.1/mcp', { method: 'POST' });
  await expect(response.text()).rejects.toThrow('floods Gatehouse');
  expect(reported).toEqual([expect.stringContaining('floods Gatehouse')]);
  expect(sent).toBeLessThan(60);
});

it('an abandoned call doesn’t raise its server’s limit', async () => {
  const event = new TextEncoder().encode('data: {"jsonrpc":"2.0","method":"notifications/message"}\n\n');
  let [sent, clock] = [0, 0];
  const endless = () =>
    new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1;
        controller.enqueue(event);
      },
    });
  const fetch = serverFetch({
    fetch: () => Promise.resolve(new Response(endless(), { headers: stream })),
    onFlood: () => undefined,
    now: () => clock,
  });
  const call = await fetch('http://127.0.0.1/mcp', { method: 'POST' });
  await call.body?.cancel();
  [sent, clock] = [0, 20_000];
  await expect((await fetch('http://127.0.0.1/mcp')).text()).rejects.toThrow('floods Gatehouse');
  expect(sent).toBeGreaterThan(19_900);
  expect(sent).toBeLessThan(20_100);
});
