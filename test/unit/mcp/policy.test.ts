import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hostile, McpFixture } from '../../support/mcp-fixture.ts';

const entry = { command: process.execPath, args: ['x.js'] };

/** Files next to the managed settings. */
function manage(fixture: McpFixture, files: Readonly<Record<string, unknown>>): void {
  const folder = join(fixture.project.homeDir, 'managed');
  mkdirSync(folder, { recursive: true });
  for (const [name, value] of Object.entries(files))
    writeFileSync(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value));
}

describe('managed policy for MCP servers', () => {
  it('managed-mcp.json excludes all other sources', async () => {
    await using fixture = new McpFixture({ servers: { mine: hostile('good') } });
    manage(fixture, { 'managed-mcp.json': { mcpServers: { theirs: hostile('good') } } });
    await fixture.mcp.ready(new AbortController().signal, true);
    expect(fixture.mcp.list().map(({ name, scope, state }) => [name, scope, state])).toEqual([['theirs', 'managed', 'connected']]);
  });

  it('an unreadable managed-mcp.json allows none', async () => {
    await using fixture = new McpFixture({ servers: { mine: hostile('good') } });
    manage(fixture, { 'managed-mcp.json': '{"mcpServers": ' });
    await fixture.mcp.ready(new AbortController().signal, true);
    expect(fixture.mcp.list().filter(({ state }) => state !== 'blocked')).toEqual([]);
    expect(fixture.mcp.tools()).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['denied by name', { deniedMcpServers: [{ serverName: 's' }] }, 'deniedMcpServers'],
    ['denied by command', { deniedMcpServers: [{ serverCommand: [entry.command, ...entry.args] }] }, 'deniedMcpServers'],
    ['not on the allow list', { allowedMcpServers: [{ serverName: 'other' }] }, 'allowedMcpServers'],
    [
      'allowed by name when commands are listed',
      { allowedMcpServers: [{ serverName: 's' }, { serverCommand: ['other'] }] },
      'allowedMcpServers',
    ],
    ['when none is allowed', { allowedMcpServers: [] }, 'allowedMcpServers'],
  ])('a server %s doesn’t start', async (_what, settings, named) => {
    await using fixture = new McpFixture({ servers: { s: entry } });
    manage(fixture, { 'managed-settings.json': settings });
    const row = await fixture.ready();
    expect(row).toMatchObject({ state: 'blocked', reason: expect.stringContaining(named), tools: [] });
  });

  it('a server denied while running is stopped, and its tools are removed', async () => {
    await using fixture = new McpFixture({ servers: { s: hostile('good') } });
    expect((await fixture.ready()).state).toBe('connected');
    manage(fixture, { 'managed-settings.json': { deniedMcpServers: [{ serverName: 's' }] } });
    await fixture.until(({ state }) => state === 'blocked');
    expect(fixture.mcp.tools()).toEqual([]);
  });

  it.each(['workspace', 'Claude-in-Chrome'])('the name %s is reserved', async (name) => {
    await using fixture = new McpFixture({ servers: { [name]: entry } });
    expect(await fixture.ready(name)).toMatchObject({ state: 'invalid', reason: expect.stringContaining('reserved') });
  });

  it('only managed settings may list allowed servers when they say so', async () => {
    await using fixture = new McpFixture({ servers: { s: hostile('good') }, files: {} });
    manage(fixture, { 'managed-settings.json': { allowManagedMcpServersOnly: true, allowedMcpServers: [{ serverName: 'other' }] } });
    fixture.project.write('.claude/settings.local.json', JSON.stringify({ allowedMcpServers: [{ serverName: 's' }] }));
    expect((await fixture.ready()).state).toBe('blocked');
  });
});

describe('URL patterns', () => {
  const row = async (url: string, settings: object) => {
    await using fixture = new McpFixture({ servers: { s: { type: 'http', url } } });
    manage(fixture, { 'managed-settings.json': settings });
    return fixture.row().state;
  };
  it.each([
    ['https://*.example.com/*', 'https://mcp.example.com/v1', true],
    ['https://*.example.com/*', 'https://MCP.example.com:443/v1', true],
    ['https://*.example.com/*', 'https://evil.test/x.example.com/', false],
    ['https://*.example.com/*', 'https://evil.test?.example.com/', false],
    ['https://*.example.com/*', 'https://evil.test\\.example.com/', false],
    ['https://*.example.com/*', 'http://mcp.example.com/', false],
    ['https://mcp.example.com/*', 'https://mcp.example.com@evil.test/', false],
    ['http://localhost:*', 'http://localhost:8123/mcp', true],
    ['https://mcp.example.com', 'https://mcp.example.com', true],
    ['https://mcp.example.com', 'https://mcp.example.com/other', false],
    ['*', 'https://anything.test/', true],
  ])('%s matches %s: %s', async (serverUrl, url, isMeant) => {
    expect(await row(url, { allowedMcpServers: [{ serverUrl }] })).toBe(isMeant ? 'idle' : 'blocked');
    if (isMeant) expect(await row(url, { deniedMcpServers: [{ serverUrl }] })).toBe('blocked');
  });
});

describe('a damaged mcp.json', () => {
  it('starts no server that may have been switched off, except those of the command line', async () => {
    await using fixture = new McpFixture({ servers: { now: hostile('good') } });
    const { homeDir, stateDir } = fixture.project;
    writeFileSync(join(homeDir, '.claude.json'), JSON.stringify({ mcpServers: { mine: hostile('good') } }));
    mkdirSync(stateDir, { recursive: true });
    writeFileSync(join(stateDir, 'mcp.json'), '{"version": 1, "off"');
    await fixture.mcp.ready(new AbortController().signal, true);
    expect(fixture.row('now').state).toBe('connected');
    expect(fixture.row('mine')).toMatchObject({ state: 'disabled', reason: expect.stringContaining('damaged') });
    await fixture.mcp.setEnabled('mine', true);
    await fixture.mcp.ready(new AbortController().signal, true);
    expect(fixture.row('mine').state).toBe('connected');
  });
});
