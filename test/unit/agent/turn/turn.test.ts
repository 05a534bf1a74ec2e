import { describe, expect, test } from 'vitest';
import { spentTokens } from '#shared/session/spending.ts';
import { text, toolUse, type Answer } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { fixedPermissionEngine } from '#test/support/fixed-permission-engine.ts';
import { TestSession } from '#test/support/test-session.ts';
import { echoTool, testTool } from '#test/support/test-tools.ts';
import { outline, reply } from '../short-conversations.ts';

describe('a turn', () => {
  test('streams text as frames, stores it in the log, and counts tokens', async () => {
    await using server = await MessagesServer.start({
      blocks: [text('Hello there')],
      usage: { input_tokens: 12, output_tokens: 34, cache_read_input_tokens: 5 },
    });
    await using fixture = new TestSession({ url: server.url });
    await fixture.say('hi');
    expect(fixture.frames).toMatchObject([
      { type: 'text', index: 0, kind: 'text', offset: 0, text: 'Hello ' },
      { type: 'text', index: 0, kind: 'text', offset: 6, text: 'there' },
    ]);
    expect(fixture.session.view.items.map((item) => ('text' in item ? item.text : item.type))).toEqual(['hi', 'Hello there']);
    expect(spentTokens(fixture.session.view.spending)).toMatchObject({ input_tokens: 12, output_tokens: 34, cache_read_input_tokens: 5 });
    expect(fixture.all('turn.ended')).toMatchObject([{ outcome: 'completed' }]);
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /v1/messages']);
  });

  test('runs the calls and continues with their results', async () => {
    await using server = await MessagesServer.start(
      { blocks: [text('I look.'), toolUse('a', 'Echo', { text: '1' }), toolUse('b', 'Echo', { text: '2' })] },
      reply('Done.'),
    );
    await using fixture = new TestSession({ url: server.url, tools: [echoTool()] });
    await fixture.say('hi');
    const second = server.requests[1]?.body;
    expect(outline(second)).toEqual(['user: hi', 'assistant: I look., tool_use a, tool_use b', 'user: result a, result b']);
    expect(second?.messages[2]?.content.map(({ content }) => content)).toEqual(['echo: 1', 'echo: 2']);
    expect(fixture.session.view.callOrder.map((id) => fixture.session.view.calls[id]?.state)).toEqual(['done', 'done']);
  });

  test('starts a call while the answer still streams', async () => {
    const { promise: ran, resolve } = Promise.withResolvers<void>();
    // The server ends its answer only after the tool ran: if calls started at the end, this would hang.
    await using server = await MessagesServer.start({ blocks: [toolUse('a', 'Early', { text: 'x' })], until: ran }, reply('Done.'));
    const early = testTool('Early', {
      run: () => {
        resolve();
        return 'ran';
      },
    });
    await using fixture = new TestSession({ url: server.url, tools: [early] });
    await fixture.say('hi');
    expect(fixture.all('turn.ended')).toMatchObject([{ outcome: 'completed' }]);
  });

  test('unparsable input fails the call without running the tool', async () => {
    let ran = 0;
    const tool = testTool('Danger', { run: () => `${(ran += 1)}` });
    await using server = await MessagesServer.start(
      { blocks: [{ type: 'tool_use', id: 'a', name: 'Danger', rawInput: '{"text":"rm -rf' }] },
      reply('Sorry.'),
    );
    await using fixture = new TestSession({ url: server.url, tools: [tool] });
    await fixture.say('hi');
    expect(ran).toBe(0);
    const [result] = server.requests[1]?.body.messages[2]?.content ?? [];
    expect(result).toMatchObject({ type: 'tool_result', tool_use_id: 'a', is_error: true });
    expect(JSON.stringify(result?.content)).toContain('rm -rf');
  });

  test('answers a call of an unknown tool with an error', async () => {
    await using server = await MessagesServer.start({ blocks: [toolUse('a', 'Nope', {})] }, reply('ok'));
    await using fixture = new TestSession({ url: server.url, tools: [echoTool()] });
    await fixture.say('hi');
    expect(JSON.stringify(server.requests[1]?.body.messages[2]?.content)).toContain('No such tool available: Nope');
  });

  test('doesn’t send a hidden tool', async () => {
    await using server = await MessagesServer.start(reply('ok'));
    await using fixture = new TestSession({
      url: server.url,
      tools: [echoTool('B'), echoTool('A'), echoTool('C')],
      engine: fixedPermissionEngine({}, ['B']),
    });
    await fixture.say('hi');
    expect(server.requests[0]?.body.tools?.map(({ name, cache_control }) => [name, cache_control])).toEqual([
      ['A', undefined],
      ['C', { type: 'ephemeral' }],
    ]);
  });

  test('repeated IDs from a server identify different calls', async () => {
    const call = { blocks: [toolUse('call_0', 'Echo', { text: 'x' })] };
    await using server = await MessagesServer.start(call, call, reply('ok'));
    await using fixture = new TestSession({ url: server.url, tools: [echoTool()] });
    await fixture.say('hi');
    expect(new Set(fixture.session.view.callOrder).size).toBe(2);
    const ids = server.requests[2]?.body.messages.flatMap(({ content }) => content.flatMap(({ tool_use_id }) => tool_use_id ?? []));
    expect(ids).toEqual(fixture.session.view.callOrder);
  });

  test('sends thinking blocks back unchanged', async () => {
    const thinking = { type: 'thinking' as const, thinking: 'hm', signature: 'sig==' };
    await using server = await MessagesServer.start({ blocks: [thinking, toolUse('a', 'Echo', { text: 'x' })] }, reply('ok'));
    await using fixture = new TestSession({ url: server.url, tools: [echoTool()] });
    await fixture.say('hi');
    expect(server.requests[1]?.body.messages[1]?.content[0]).toEqual(thinking);
  });

  test('earlier messages stay byte-identical as the conversation grows', async () => {
    const call = (id: string): Answer => ({ blocks: [text('…'), toolUse(id, 'Echo', { text: id })] });
    await using server = await MessagesServer.start(call('a'), call('b'), reply('ok'));
    await using fixture = new TestSession({ url: server.url, tools: [echoTool()] });
    await fixture.say('hi');
    const plain = server.requests.map(({ text: body }) =>
      body.slice(body.indexOf('"messages"')).replaceAll(',"cache_control":{"type":"ephemeral"}', '').replace('],"stream":true}', ''),
    );
    expect(plain[1]?.startsWith(plain[0] ?? '-')).toBe(true);
    expect(plain[2]?.startsWith(plain[1] ?? '-')).toBe(true);
    const heads = server.requests.map(({ text: body }) => body.slice(0, body.indexOf('"messages"')));
    expect(new Set(heads).size).toBe(1);
  });
});

test('a model change applies from the next request on', async () => {
  await using server = await MessagesServer.start(reply('a'), reply('b'));
  await using fixture = new TestSession({ url: server.url });
  await fixture.say('hi');
  fixture.session.choices.setModel('other-model');
  await fixture.say('again');
  expect(server.requests.map(({ body }) => body.model)).toEqual(['test-model', 'other-model']);
});
