import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { McpFixture } from '../../support/mcp-fixture.ts';
import { HttpMcpServer } from '../../support/servers/http-mcp-server.ts';

/** A server that takes only this value of a header, which a helper prints. */
async function guarded(right: () => string): Promise<HttpMcpServer> {
  return HttpMcpServer.start({
    misbehave: ({ headers }, response) => {
      if (headers['x-token'] === right()) return false;
      response.writeHead(401).end();
      return true;
    },
  });
}

const entry = (server: HttpMcpServer, headersHelper: string, more: object = {}) => ({
  s: { type: 'http', url: server.url, headersHelper, ...more },
});

describe('headersHelper', { timeout: 30_000 }, () => {
  it('runs for each connection and adds to the entry’s headers, with the server’s name and address in its environment', async () => {
    await using server = await guarded(() => 'one');
    const helper = 'echo "$CLAUDE_CODE_MCP_SERVER_NAME $CLAUDE_CODE_MCP_SERVER_URL" >> runs; echo \'{"X-Token": "one"}\'';
    await using fixture = new McpFixture({ servers: entry(server, helper, { headers: { 'X-Token': 'old', 'X-Other': 'kept' } }) });
    expect(await fixture.ready()).toMatchObject({ state: 'connected', signIn: null });
    await fixture.mcp.restart('s');
    expect(fixture.row().state).toBe('connected');
    expect(readFileSync(join(fixture.project.projectDir, 'runs'), 'utf8')).toBe(`s ${server.url}\n`.repeat(2));
    expect(server.seen.at(-1)?.headers['x-other']).toBe('kept');
  });

  it('runs again when the server refuses what it printed, during a call too', async () => {
    let right = 'v1';
    await using server = await guarded(() => right);
    await using fixture = new McpFixture({ servers: entry(server, 'printf \'{"X-Token": "%s"}\' "$(cat token)"'), files: { token: 'v1' } });
    expect(await fixture.ready()).toMatchObject({ state: 'connected' });
    right = 'v2';
    fixture.project.write('token', 'v2');
    expect((await fixture.call('mcp__s__get')).content).toBe('got it');
    right = 'v3';
    await expect(fixture.call('mcp__s__get')).rejects.toThrow('refuses what its headersHelper prints');
  });

  it.each([
    ['ends with an error', 'echo SECRET; echo SECRET >&2; exit 3', 'ended with exit code 3'],
    ['prints no JSON', 'echo SECRET', 'didn’t print JSON'],
    ['prints a list', 'echo \'["SECRET"]\'', 'isn’t an object of texts'],
    ['prints numbers', 'echo \'{"SECRET": 1}\'', 'isn’t an object of texts'],
    ['prints two lines in a header', 'echo \'{"a": "SECRET\\nb: c"}\'', 'can’t be sent'],
    ['never stops printing', 'yes SECRET', 'printed too much'],
  ])('that %s fails the server, without what it printed', async (_name, helper, why) => {
    await using server = await guarded(() => 'x');
    await using fixture = new McpFixture({ servers: entry(server, helper) });
    const row = await fixture.ready();
    expect(row).toMatchObject({ state: 'failed', reason: expect.stringContaining(why) });
    expect(row.reason).not.toContain('SECRET');
    expect(server.seen).toEqual([]);
  });

  it('of a repository runs only once the folder is trusted', async () => {
    await using server = await guarded(() => 'one');
    // Outside the project: a file there that the command names belongs to what was trusted.
    const mcpServers = entry(server, 'touch "$HOME/ran"; echo \'{"X-Token": "one"}\'');
    await using fixture = new McpFixture({ files: { '.mcp.json': JSON.stringify({ mcpServers }) } });
    expect(await fixture.ready()).toMatchObject({ state: 'needs_trust' });
    expect(existsSync(join(fixture.project.homeDir, 'ran'))).toBe(false);
    await fixture.openProject.settings.trustFolder();
    await fixture.until(({ state }) => state === 'connected');
    expect(existsSync(join(fixture.project.homeDir, 'ran'))).toBe(true);
  });
});
