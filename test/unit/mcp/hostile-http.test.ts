import { describe, expect, it } from 'vitest';
import { ForwardProxy } from '../../support/forward-proxy.ts';
import { HttpMcpServer } from '../../support/http-mcp-server.ts';
import { McpFixture } from '../../support/mcp-fixture.ts';

const at = (url: string, headers: Record<string, string> = {}) => ({ servers: { s: { type: 'http', url, headers } } });
const stream = { 'content-type': 'text/event-stream' };

describe('a server over HTTP', { timeout: 120_000 }, () => {
  it('that sends its callers elsewhere gets no secret there', async () => {
    await using elsewhere = await HttpMcpServer.start();
    await using server = await HttpMcpServer.start({
      misbehave: (_seen, response) => {
        response.writeHead(307, { location: elsewhere.url }).end();
        return true;
      },
    });
    await using it = new McpFixture(at(server.url, { 'X-Api-Key': 'secret' }));
    expect(await it.ready()).toMatchObject({ state: 'failed', reason: expect.stringMatching(/[Rr]edirect/u) });
    expect(elsewhere.seen).toEqual([]);
  });

  it('may send them to another of its own pages', async () => {
    await using server = await HttpMcpServer.start({
      misbehave: ({ path }, response) => {
        if (path !== '/mcp') return false;
        response.writeHead(308, { location: '/mcp/' }).end();
        return true;
      },
    });
    await using it = new McpFixture(at(server.url));
    expect(await it.ready()).toMatchObject({ state: 'connected' });
    expect((await it.call('mcp__s__get')).content).toBe('got it');
  });

  it.each([
    ['a header that can’t be sent', '', { 'X-Api-Key': '${KEY}' }, 'the header "X-Api-Key"'],
    ['a password in its address', 'user:secret-2@', {}, 'holds a name or password'],
  ])('with %s fails without telling it', async (_what, user, headers, reason) => {
    await using server = await HttpMcpServer.start();
    await using it = new McpFixture({ ...at(server.url.replace('//', `//${user}`), headers), env: { KEY: 'secret-1\nsecret-2' } });
    const row = await it.ready();
    expect(row).toMatchObject({ state: 'failed', reason: expect.stringContaining(reason) });
    expect(JSON.stringify(row)).not.toContain('secret-');
    expect(server.seen).toEqual([]);
  });

  it('that floods a call’s stream is given up', async () => {
    await using server = await HttpMcpServer.start({
      misbehave: ({ method }, response) => {
        if (method !== 'tools/call') return false;
        response.writeHead(200, stream);
        const noise = 'data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}\n\n'.repeat(500);
        const more = (): void => {
          while (!response.destroyed && response.write(noise));
        };
        response.on('drain', more);
        more();
        return true;
      },
    });
    await using it = new McpFixture(at(server.url));
    await it.ready();
    await expect(it.call('mcp__s__get')).rejects.toThrow('floods Gatehouse');
  });

  it('is asked for its stream again at our pace, not at the one it names', async () => {
    await using server = await HttpMcpServer.start({
      misbehave: ({ verb }, response) => {
        if (verb !== 'GET') return false;
        response.writeHead(200, stream).end('retry: 0\n\n');
        return true;
      },
    });
    await using it = new McpFixture(at(server.url));
    await it.ready();
    const begun = performance.now();
    const streams = () => server.seen.filter(({ verb }) => verb === 'GET').length;
    while (streams() < 3) await new Promise((resolve) => setTimeout(resolve, 50));
    // However late this machine is: the third came two paces after the first.
    expect(performance.now() - begun).toBeGreaterThan(1500);
    expect(it.row().state).toBe('connected');
  });

  it('is reached through the proxy of the program’s environment, not of a settings file', async () => {
    await using server = await HttpMcpServer.start();
    await using proxy = await ForwardProxy.start();
    await using other = await ForwardProxy.start();
    await using it = new McpFixture({
      ...at(`http://mcp.example:${server.port}/mcp`),
      env: { HTTP_PROXY: proxy.url },
      files: { '.claude/settings.json': JSON.stringify({ env: { HTTP_PROXY: other.url } }) },
    });
    await it.room.settings.trust.trust(it.project.projectDir);
    expect(await it.ready()).toMatchObject({ state: 'connected' });
    expect((await it.call('mcp__s__get')).content).toBe('got it');
    expect(new Set(proxy.targets)).toEqual(new Set([`mcp.example:${server.port}`]));
    expect(other.targets).toEqual([]);
  });

  it('on this machine, or on the list NO_PROXY, is reached directly', async () => {
    await using server = await HttpMcpServer.start();
    await using proxy = await ForwardProxy.start();
    await using it = new McpFixture({ ...at(server.url), env: { HTTP_PROXY: proxy.url } });
    expect(await it.ready()).toMatchObject({ state: 'connected' });
    await using itself = new McpFixture({ ...at('http://mcp.invalid:1/mcp'), env: { HTTP_PROXY: proxy.url, NO_PROXY: 'mcp.invalid' } });
    expect(await itself.ready()).toMatchObject({ state: 'failed' });
    expect(proxy.targets).toEqual([]);
  });
});
