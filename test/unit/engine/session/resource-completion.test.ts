import { expect, test } from 'vitest';
import { ResourceCompletion } from '#main/engine/session/resource-completion.ts';
import type { ResourceHost } from '#main/mcp/tools/server-access.ts';
import { mentionOf, mentionsIn } from '#shared/session/mention.ts';
import { EVERYTHING, McpFixture } from '../../../support/mcp-fixture.ts';

const anything = () => true;

test('finds resources of the reference server by name and address, and each can be written as a mention', { timeout: 60_000 }, async () => {
  await using fixture = new McpFixture({ servers: { 'my desk': { command: process.execPath, args: [EVERYTHING, 'stdio'] } } });
  await fixture.ready('my desk');
  const completion = new ResourceCompletion({ hosts: () => fixture.mcp.resourceHosts(), mayRead: anything });
  const all = await completion.find('');
  expect(all.length).toBeGreaterThan(1);
  const [first] = await completion.find(`my desk:${all[1]?.uri}`);
  expect(first).toEqual(all[1]);
  for (const { server, uri } of all) expect(mentionsIn(`see ${mentionOf(`${server}:${uri}`)} now`)).toEqual([{ path: `${server}:${uri}` }]);
  const denying = new ResourceCompletion({ hosts: () => fixture.mcp.resourceHosts(), mayRead: ({ uri }) => uri !== all[0]?.uri });
  expect(await denying.find('')).not.toContainEqual(all[0]);
});

const host = (list: () => Promise<readonly unknown[]>): ResourceHost => ({
  name: 's',
  listResources: list,
  readResource: () => Promise.reject(new Error('no')),
});

test('a server that fails or gives nonsense offers nothing, and the others are offered', async () => {
  const hosts = [
    host(() => Promise.reject(new Error('down'))),
    host(() => Promise.resolve([null, {}, { uri: 'a"b' }, { uri: 'x:\ny' }, { uri: 'x'.repeat(9000) }])),
    host(() => Promise.resolve([{ uri: 'x:1', name: 'One\u202E' }])),
  ];
  const completion = new ResourceCompletion({ hosts: () => hosts, mayRead: anything });
  expect(await completion.find('')).toEqual([{ server: 's', uri: 'x:1', name: 'One' }]);
});

test('lists a server once for several keystrokes', async () => {
  let lists = 0;
  const hosts = [host(() => Promise.resolve([{ uri: `x:${(lists += 1)}` }]))];
  const completion = new ResourceCompletion({ hosts: () => hosts, mayRead: anything });
  await Promise.all([completion.find('x'), completion.find('x:')]);
  await completion.find('x:1');
  expect(lists).toBe(1);
});
