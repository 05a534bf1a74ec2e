import { expect, it } from 'vitest';
import { hostile, McpFixture } from '../../support/mcp-fixture.ts';

const names = (fixture: McpFixture): string[] => fixture.mcp.tools().map(({ name }) => name);

async function rows(fixture: McpFixture, tool: string, input: Record<string, unknown> = {}, signal?: AbortSignal): Promise<unknown[]> {
  const { content } = await fixture.call(tool, input, { ...(signal && { signal }) });
  if (typeof content !== 'string') throw new Error('no text');
  return content.split('\n').map((line) => JSON.parse(line));
}

it('are offered while a server may use them', async () => {
  await using none = new McpFixture({});
  await none.mcp.ready(new AbortController().signal, true);
  expect(names(none)).toEqual([]);
  await using fixture = new McpFixture({ servers: { s: hostile('good'), t: hostile('mute') } });
  await fixture.mcp.ready(new AbortController().signal, false);
  await fixture.until(({ state }) => state === 'connected');
  expect(names(fixture).filter((name) => !name.startsWith('mcp__'))).toEqual([
    'ListMcpResourcesTool',
    'ReadMcpResourceDir',
    'ReadMcpResourceTool',
    'RefreshMcpTools',
    'WaitForMcpServers',
  ]);
});

it('RefreshMcpTools returns what was added and removed, and the model gets the new tools', async () => {
  await using fixture = new McpFixture({ servers: { s: hostile('grows') } });
  await fixture.ready();
  expect(names(fixture)).toContain('mcp__s__t1');
  expect(await rows(fixture, 'RefreshMcpTools', { server: 's' })).toEqual([
    { server: 's', status: 'refreshed', toolCount: 2, added: ['mcp__s__t2', 'mcp__s__t3'], removed: ['mcp__s__t1'] },
  ]);
  expect(names(fixture).filter((name) => name.startsWith('mcp__'))).toEqual(['mcp__s__t2', 'mcp__s__t3']);
  // A tool that is added later needs the person’s approval, however it was found.
  expect(fixture.row().tools.every(({ suspended }) => suspended !== null)).toBe(true);
});

it('RefreshMcpTools keeps the tools when they can’t be listed, and connects nothing', async () => {
  await using fixture = new McpFixture({ servers: { s: hostile('lists-once'), t: hostile('exits') } });
  await fixture.ready();
  expect(await rows(fixture, 'RefreshMcpTools')).toEqual([
    { server: 's', status: 'error', error: expect.stringContaining('the list is locked') },
    { server: 't', status: 'not_connected', error: expect.stringContaining('exit code 3') },
  ]);
  expect(names(fixture)).toContain('mcp__s__get');
  expect(fixture.row('t').state).toBe('failed');
  expect(await rows(fixture, 'RefreshMcpTools', { server: '__proto__' })).toEqual([
    { server: '__proto__', status: 'not_connected', error: 'No MCP server of this name may run here. There are: s, t.' },
  ]);
});

it('calls about all servers leave out those that rules match', async () => {
  await using fixture = new McpFixture({ servers: { s: hostile('good'), t: hostile('good') } });
  await fixture.ready();
  const mayUse = (_tool: string, { server }: Readonly<Record<string, unknown>>) => server !== 's';
  const left = 's is left out, since a rule is about it. Name it to ask for it.';
  expect((await fixture.call('ListMcpResourcesTool', {}, { mayUse })).content).toBe(`{"server":"t","uri":"x:1","name":"one"}\n${left}`);
  const { content } = await fixture.call('RefreshMcpTools', {}, { mayUse });
  expect(content).toBe(`{"server":"t","status":"refreshed","toolCount":2,"added":[],"removed":[]}\n${left}`);
});

it('several refreshes at once each return a list', async () => {
  await using fixture = new McpFixture({ servers: { s: hostile('grows') } });
  await fixture.ready();
  const all = await Promise.all([rows(fixture, 'RefreshMcpTools'), rows(fixture, 'RefreshMcpTools'), rows(fixture, 'RefreshMcpTools')]);
  expect(all.flat()).toMatchObject([{ status: 'refreshed' }, { status: 'refreshed' }, { status: 'refreshed' }]);
  expect(names(fixture).filter((name) => name.startsWith('mcp__'))).toHaveLength(4);
});

it('ReadMcpResourceDir lists one level of a folder', async () => {
  await using fixture = new McpFixture({ servers: { s: hostile('tree') } });
  await fixture.ready();
  const src = [
    { uri: 'x:src/a.ts', name: 'src/a.ts' },
    { uri: 'x:src/lib', name: 'lib', mimeType: 'inode/directory' },
    { uri: 'x:src/d.ts?from=/x/y', name: 'src/d.ts?from=/x/y' },
  ];
  expect(await rows(fixture, 'ReadMcpResourceDir', { server: 's', uri: 'x:src' })).toEqual(src);
  expect(await rows(fixture, 'ReadMcpResourceDir', { server: 's', uri: 'x:src/' })).toEqual(src);
  const { content, isError } = await fixture.call('ReadMcpResourceDir', { server: 's', uri: 'x:nowhere' });
  expect([content, isError]).toEqual(['s lists nothing below x:nowhere.', false]);
});

it('ReadMcpResourceDir returns the server’s error', async () => {
  await using fixture = new McpFixture({ servers: { s: hostile('locked') } });
  await fixture.ready();
  const { content, isError } = await fixture.call('ReadMcpResourceDir', { server: 's', uri: 'x:src' });
  expect([content, isError]).toEqual([expect.stringContaining('the resources are locked'), true]);
  await expect(fixture.call('ReadMcpResourceDir', { server: 'other', uri: 'x:' })).rejects.toThrow('no connected server “other”');
});

it('WaitForMcpServers waits until servers have connected or failed', async () => {
  await using fixture = new McpFixture({ servers: { s: hostile('good'), t: hostile('exits') } });
  fixture.mcp.open();
  await fixture.until(() => names(fixture).includes('WaitForMcpServers'));
  expect(await rows(fixture, 'WaitForMcpServers', { timeout: 120_000 })).toEqual([
    { server: 's', status: 'connected', toolCount: 2 },
    { server: 't', status: 'not_connected', error: expect.stringContaining('exit code 3') },
  ]);
  expect(names(fixture)).not.toContain('WaitForMcpServers');
});

it('WaitForMcpServers ends at its time limit, and when it is stopped', async () => {
  await using fixture = new McpFixture({ servers: { s: hostile('mute') } });
  fixture.mcp.open();
  await fixture.until(() => names(fixture).includes('WaitForMcpServers'));
  expect(await rows(fixture, 'WaitForMcpServers', { timeout: 1 })).toEqual([{ server: 's', status: 'connecting' }]);
  const stopped = new AbortController();
  const waiting = rows(fixture, 'WaitForMcpServers', { servers: ['s', 'nobody'] }, stopped.signal);
  stopped.abort();
  expect(await waiting).toEqual([
    { server: 's', status: 'connecting' },
    { server: 'nobody', status: 'not_connected', error: expect.stringContaining('There are: s.') },
  ]);
});
