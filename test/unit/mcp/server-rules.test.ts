import { expect, it } from 'vitest';
import { allServerTools } from '#main/mcp/tools/server-tools.ts';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { serverAccess } from '#test/support/server-access.ts';
import { TestSession } from '#test/support/test-session.ts';

const engine = await createPermissionEngine();

const host = (name: string) => ({
  name,
  listResources: () => Promise.resolve([{ uri: `${name}://a`, name: 'A' }]),
  readResource: () => Promise.resolve([]),
});

it.each(['deny', 'ask'] as const)('an %s rule for a server also covers lists of all servers', async (behavior) => {
  await using server = await MessagesServer.start(
    { blocks: [toolUse('l', 'ListMcpResourcesTool', {}), toolUse('r', 'RefreshMcpTools', {})] },
    { blocks: [text('Done.')] },
  );
  await using fixture = new TestSession({
    url: server.url,
    engine,
    rules: [{ id: '1', behavior, source: 'user', text: 'mcp__secret' }],
    mcpTools: () => allServerTools(serverAccess(host('docs'), host('secret')), 1000),
  });
  await fixture.say('list them');
  const results = fixture.all('call.finished').map(({ content }) => content);
  expect(results[0]).toBe(
    '{"server":"docs","uri":"docs://a","name":"A"}\nsecret is left out, since a rule is about it. Name it to ask for it.',
  );
  expect(results[1]).toContain('"server":"docs"');
  expect(results[1]).not.toContain('"server":"secret"');
});
