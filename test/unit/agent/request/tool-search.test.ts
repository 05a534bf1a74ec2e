import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Tool } from '#main/tool/tool.ts';
import { createToolSearchTool } from '#main/tools/tool-search/tool-search-tool.ts';
import { fixedPermissionEngine } from '#test/support/fixed-permission-engine.ts';
import { text, toolUse, type Answer } from '#test/support/messages-answer.ts';
import { MessagesServer, type RequestBody } from '#test/support/messages-server.ts';
import { TestSession, type TestSessionOptions } from '#test/support/test-session.ts';
import { echoTool } from '#test/support/test-tools.ts';
import { conversationProblems } from '#test/support/valid-conversation.ts';

/** Like those of an MCP adapter. */
function mcpTool(server: string, name: string): Tool {
  return {
    ...echoTool(`mcp__${server}__${name}`),
    isMcp: true,
    mcpInfo: { serverName: server, toolName: name },
    inputSchema: z.looseObject({}),
    inputJSONSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  };
}

const pinned: Tool = { ...mcpTool('pin', 'ned'), alwaysLoad: true };
const servers = [mcpTool('db', 'query'), mcpTool('mail', 'send'), pinned];
const builtIns = [echoTool('Read'), echoTool('Zap'), createToolSearchTool()];
const done: Answer = { blocks: [text('Done.')] };
const calls = (...blocks: ReturnType<typeof toolUse>[]): Answer => ({ blocks });
const search = (id: string, query: string, more: Record<string, unknown> = {}) => toolUse(id, 'ToolSearch', { query, ...more });

function deferring(url: string, more: Partial<TestSessionOptions> = {}): TestSessionOptions {
  return { url, knowsReferences: true, tools: builtIns, mcpTools: () => servers, env: { ENABLE_TOOL_SEARCH: 'true' }, ...more };
}

const sentTools = (body: RequestBody | undefined) => body?.tools?.map(({ name, defer_loading }) => (defer_loading ? `(${name})` : name));
const resultOf = (body: RequestBody | undefined, id: string) =>
  body?.messages.flatMap(({ content }) => content).find((block) => block.tool_use_id === id);
const textsOf = (body: RequestBody | undefined) =>
  (body?.messages ?? []).flatMap(({ content }) => content.flatMap((block) => (block.type === 'text' ? [block.text ?? ''] : [])));

/** Without the cache breakpoint, which moves. */
const bytes = (body: RequestBody | undefined) =>
  JSON.stringify(body?.messages, (key, value: unknown) => (key === 'cache_control' ? undefined : value)).slice(0, -1);

describe('deferred tools', () => {
  test('are listed once at the end of the conversation, and not sent', async () => {
    await using server = await MessagesServer.start(calls(toolUse('a', 'Read', { text: '1' })), done, done);
    await using fixture = new TestSession(deferring(server.url));
    await fixture.say('hi');
    await fixture.say('again');
    for (const { body } of server.requests) expect(sentTools(body)).toEqual(['Read', 'ToolSearch', 'Zap', 'mcp__pin__ned']);
    const [announced, ...more] = textsOf(server.requests[2]?.body).filter((said) => said.includes('mcp__'));
    expect(announced).toContain('mcp__db__query\nmcp__mail__send');
    expect(announced).not.toContain('mcp__pin__ned');
    expect(more).toEqual([]);
    expect(fixture.session.view.items.some((item) => 'text' in item && item.text.includes('mcp__'))).toBe(false);
    expect(fixture.session.toolNames).toContain('mcp__db__query');
  });

  test('are loaded by reference without changing earlier bytes; the definition is sent as deferred', async () => {
    await using server = await MessagesServer.start(
      calls(search('a', 'select:mcp__mail__send,mcp__db__query')),
      calls(toolUse('b', 'mcp__mail__send', { text: 'hello' })),
      done,
    );
    await using fixture = new TestSession(deferring(server.url));
    await fixture.say('hi');
    const [first, second, third] = server.requests.map(({ body }) => body);
    expect(resultOf(second, 'a')?.content).toEqual([
      { type: 'tool_reference', tool_name: 'mcp__mail__send' },
      { type: 'tool_reference', tool_name: 'mcp__db__query' },
    ]);
    expect(sentTools(second)).toEqual(['Read', 'ToolSearch', 'Zap', 'mcp__pin__ned', '(mcp__mail__send)', '(mcp__db__query)']);
    expect(second?.tools?.find(({ name }) => name === 'mcp__mail__send')).not.toHaveProperty('cache_control');
    expect(resultOf(third, 'b')?.content).toBe('echo: hello');
    expect(bytes(second).startsWith(bytes(first))).toBe(true);
    expect(bytes(third).startsWith(bytes(second))).toBe(true);
    expect(JSON.stringify(second?.tools?.slice(0, 4))).toBe(JSON.stringify(first?.tools));
  });

  test('are sent in full after the others to a server without references', async () => {
    await using server = await MessagesServer.start(calls(search('a', 'send')), done);
    await using fixture = new TestSession(deferring(server.url, { knowsReferences: false }));
    await fixture.say('hi');
    const [first, second] = server.requests.map(({ body }) => body);
    expect(sentTools(first)).toEqual(['Read', 'ToolSearch', 'Zap', 'mcp__pin__ned']);
    expect(sentTools(second)).toEqual(['Read', 'ToolSearch', 'Zap', 'mcp__pin__ned', 'mcp__mail__send']);
    expect(resultOf(second, 'a')?.content).toEqual([{ type: 'text', text: 'Loaded: mcp__mail__send', cache_control: undefined }]);
    expect(server.requests.map(({ text: body }) => body).join()).not.toMatch(/tool_reference|defer_loading/);
    expect(JSON.stringify(second?.tools?.slice(0, 4))).toBe(JSON.stringify(first?.tools));
  });

  test('stay loaded when the session is resumed, byte for byte', async () => {
    await using server = await MessagesServer.start(calls(search('a', 'query')), done, done);
    await using fixture = new TestSession(deferring(server.url));
    await fixture.say('hi');
    await fixture.reopen();
    await fixture.say('again');
    const [, second, third] = server.requests.map(({ body }) => body);
    expect(JSON.stringify(third?.tools)).toBe(JSON.stringify(second?.tools));
    expect(bytes(third).startsWith(bytes(second))).toBe(true);
  });

  test('are reported when they appear or disappear later', async () => {
    let now = servers.slice(0, 1);
    await using server = await MessagesServer.start(done, done, done);
    await using fixture = new TestSession(deferring(server.url, { mcpTools: () => now }));
    await fixture.say('one');
    now = [mcpTool('wiki', 'page')];
    await fixture.say('two');
    await fixture.say('three');
    const announced = textsOf(server.requests[2]?.body).filter((said) => said.includes('mcp__'));
    expect(announced).toHaveLength(2);
    expect(announced[1]).toMatch(/mcp__wiki__page[^]*not available any more[^]*mcp__db__query/);
    const sent = server.requests.map(({ body }) => body);
    expect(bytes(sent[1]).startsWith(bytes(sent[0]))).toBe(true);
    expect(bytes(sent[2]).startsWith(bytes(sent[1]))).toBe(true);
    expect(sentTools(sent[2])).toEqual(sentTools(sent[0]));
  });

  test('replaces a reference to a removed tool by text, so that the server accepts the request', async () => {
    let now = servers;
    await using server = await MessagesServer.start(calls(search('a', 'query')), done, done);
    await using fixture = new TestSession(deferring(server.url, { mcpTools: () => now }));
    await fixture.say('one');
    now = [];
    await fixture.say('two');
    const last = server.requests[2]?.body;
    expect(resultOf(last, 'a')?.content).toEqual([{ type: 'text', text: 'Loaded: mcp__db__query' }]);
    expect(sentTools(last)).toEqual(['Read', 'ToolSearch', 'Zap']);
    expect(last && conversationProblems(last)).toEqual([]);
  });

  test('run without loading when the input is valid; otherwise the error says how to load them', async () => {
    await using server = await MessagesServer.start(
      calls(toolUse('a', 'mcp__db__query', { text: 'x' }), toolUse('b', 'mcp__db__query', { sql: 'x' }), toolUse('c', 'Read', {})),
      calls(search('d', 'select:mcp__db__query')),
      calls(toolUse('e', 'mcp__db__query', {})),
      done,
    );
    await using fixture = new TestSession(deferring(server.url));
    await fixture.say('hi');
    const last = server.requests[3]?.body;
    expect(resultOf(last, 'a')?.content).toBe('echo: x');
    expect(resultOf(last, 'b')).toMatchObject({ is_error: true });
    expect(resultOf(last, 'b')?.content).toContain('query "select:mcp__db__query"');
    expect(resultOf(last, 'c')?.content).not.toContain('select:');
    expect(resultOf(last, 'e')?.content).not.toContain('select:');
  });
});

describe('a search', () => {
  test.each([
    ['loads as many as requested', { query: 'mcp', max_results: 1 }, ['mcp__db__query']],
    ['loads all named tools', { query: 'select:mcp__mail__send,mcp__db__query', max_results: 1 }, ['mcp__mail__send', 'mcp__db__query']],
    ['finds no tool that is sent in full', { query: 'pin read' }, undefined],
  ])('%s', async (_name, input, found) => {
    await using server = await MessagesServer.start(calls(toolUse('a', 'ToolSearch', input)), done);
    await using fixture = new TestSession(deferring(server.url));
    await fixture.say('hi');
    const content = resultOf(server.requests[1]?.body, 'a')?.content;
    if (found === undefined) expect(content).toMatch(/^No tool was found among the 2/);
    else expect(content).toEqual(found.map((name) => ({ type: 'tool_reference', tool_name: name })));
  });

  test('returns five results by default', async () => {
    const many = Array.from({ length: 9 }, (_, index) => mcpTool('many', `thing_${index}`));
    await using server = await MessagesServer.start(calls(search('a', 'thing')), done);
    await using fixture = new TestSession(deferring(server.url, { mcpTools: () => many }));
    await fixture.say('hi');
    expect(resultOf(server.requests[1]?.body, 'a')?.content).toHaveLength(5);
  });

  test('says which named tools are already loaded and which don’t exist', async () => {
    await using server = await MessagesServer.start(calls(search('a', 'select:mcp__db__query,Read,mcp__db__drop')), done);
    await using fixture = new TestSession(deferring(server.url));
    await fixture.say('hi');
    const second = server.requests[1]?.body;
    expect(resultOf(second, 'a')?.content).toEqual([{ type: 'tool_reference', tool_name: 'mcp__db__query' }]);
    expect(textsOf(second).at(-1)).toBe(
      '<system-reminder>Loaded all along, so just call: Read. There is no tool named: mcp__db__drop.</system-reminder>',
    );
    expect(second && conversationProblems(second)).toEqual([]);
  });
});

describe('when nothing is deferred', () => {
  test.each<[string, Partial<TestSessionOptions>]>([
    ['when the user disabled it', { env: { ENABLE_TOOL_SEARCH: 'false' } }],
    ['while definitions are few', { env: {} }],
    ['when ToolSearch is denied', { engine: fixedPermissionEngine({}, ['ToolSearch']) }],
    ['with an unknown server', { knowsReferences: false, env: {} }],
  ])('%s', async (_name, more) => {
    await using server = await MessagesServer.start(calls(toolUse('a', 'ToolSearch', { query: 'x' })), done);
    await using fixture = new TestSession(deferring(server.url, more));
    await fixture.say('hi');
    expect(sentTools(server.requests[0]?.body)).toEqual(['Read', 'Zap', 'mcp__db__query', 'mcp__mail__send', 'mcp__pin__ned']);
    expect(textsOf(server.requests[0]?.body)).toEqual(['hi']);
    expect(resultOf(server.requests[1]?.body, 'a')?.content).toContain('No such tool available: ToolSearch');
    expect(fixture.session.toolNames).not.toContain('ToolSearch');
  });

  test('without a deferrable tool the search tool isn’t offered', async () => {
    await using server = await MessagesServer.start(done);
    await using fixture = new TestSession(deferring(server.url, { mcpTools: () => [] }));
    await fixture.say('hi');
    expect(sentTools(server.requests[0]?.body)).toEqual(['Read', 'Zap']);
  });
});

describe('waiting for servers', () => {
  const wait = { ...echoTool('WaitForMcpServers'), isMcp: true };

  test.each([
    ['without tool search', { env: { ENABLE_TOOL_SEARCH: 'false' } }, true],
    ['where ToolSearch is denied', { tools: [echoTool('Read')], env: { ENABLE_TOOL_SEARCH: 'true' } }, true],
    ['with a server that knows no references', { env: {}, knowsReferences: false }, true],
    ['not while the model can search', {}, false],
  ])('is offered %s', async (_name, more, expected) => {
    await using server = await MessagesServer.start(done);
    await using fixture = new TestSession(deferring(server.url, { mcpTools: () => [...servers, wait], ...more }));
    await fixture.say('hi');
    expect(sentTools(server.requests[0]?.body)?.includes('WaitForMcpServers')).toBe(expected);
    expect(textsOf(server.requests[0]?.body).some((said) => said.includes('WaitForMcpServers'))).toBe(false);
  });
});
