import { describe, expect, test } from 'vitest';
import { spentTokens } from '#shared/session/spending.ts';
import { text, toolUse, type Answer } from '#test/support/messages-answer.ts';
import { MessagesServer, type RequestBody } from '#test/support/messages-server.ts';
import { fixedPermissionEngine } from '#test/support/fixed-permission-engine.ts';
import { TestSession } from '#test/support/test-session.ts';
import { echoTool, endlessTool, testTool } from '#test/support/test-tools.ts';

/** What is sent as a conversation, in short: who, and what kind of blocks. */
function outline(body: RequestBody | undefined): string[] {
  return (body?.messages ?? []).map(
    ({ role, content }) =>
      `${role}: ${content.map((block) => block.text ?? (block.tool_use_id === undefined ? `${block.type} ${block.id ?? ''}` : `result ${block.tool_use_id}`)).join(', ')}`,
  );
}

const reply = (...blocks: Parameters<typeof text>[0][]): Answer => ({ blocks: blocks.map((block) => text(block)) });

describe('a turn', () => {
  test('streams text to the frames, settles it in the log, and counts tokens', async () => {
    await using server = await MessagesServer.start({
      blocks: [text('Hello there')],
      usage: { input_tokens: 12, output_tokens: 34, cache_read_input_tokens: 5 },
    });
    await using it = new TestSession({ url: server.url });
    await it.say('hi');
    expect(it.frames).toMatchObject([
      { type: 'text', index: 0, kind: 'text', offset: 0, text: 'Hello ' },
      { type: 'text', index: 0, kind: 'text', offset: 6, text: 'there' },
    ]);
    expect(it.session.view.items.map((item) => ('text' in item ? item.text : item.type))).toEqual(['hi', 'Hello there']);
    expect(spentTokens(it.session.view.spending)).toMatchObject({ input_tokens: 12, output_tokens: 34, cache_read_input_tokens: 5 });
    expect(it.all('turn.ended')).toMatchObject([{ outcome: 'completed' }]);
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /v1/messages']);
  });

  test('runs the calls and goes on with their results', async () => {
    await using server = await MessagesServer.start(
      { blocks: [text('I look.'), toolUse('a', 'Echo', { text: '1' }), toolUse('b', 'Echo', { text: '2' })] },
      reply('Done.'),
    );
    await using it = new TestSession({ url: server.url, tools: [echoTool()] });
    await it.say('hi');
    const second = server.requests[1]?.body;
    expect(outline(second)).toEqual(['user: hi', 'assistant: I look., tool_use a, tool_use b', 'user: result a, result b']);
    expect(second?.messages[2]?.content.map(({ content }) => content)).toEqual(['echo: 1', 'echo: 2']);
    expect(it.session.view.callOrder.map((id) => it.session.view.calls[id]?.state)).toEqual(['done', 'done']);
  });

  test('a call starts while the answer still streams', async () => {
    const { promise: ran, resolve } = Promise.withResolvers<void>();
    // The server ends its answer only after the tool ran: were the calls kept for the end, this would never finish.
    await using server = await MessagesServer.start({ blocks: [toolUse('a', 'Early', { text: 'x' })], until: ran }, reply('Done.'));
    const early = testTool('Early', {
      run: () => {
        resolve();
        return 'ran';
      },
    });
    await using it = new TestSession({ url: server.url, tools: [early] });
    await it.say('hi');
    expect(it.all('turn.ended')).toMatchObject([{ outcome: 'completed' }]);
  });

  test('input that does not parse is that call’s error, and the tool never runs', async () => {
    let ran = 0;
    const tool = testTool('Danger', { run: () => `${(ran += 1)}` });
    await using server = await MessagesServer.start(
      { blocks: [{ type: 'tool_use', id: 'a', name: 'Danger', rawInput: '{"text":"rm -rf' }] },
      reply('Sorry.'),
    );
    await using it = new TestSession({ url: server.url, tools: [tool] });
    await it.say('hi');
    expect(ran).toBe(0);
    const [result] = server.requests[1]?.body.messages[2]?.content ?? [];
    expect(result).toMatchObject({ type: 'tool_result', tool_use_id: 'a', is_error: true });
    expect(JSON.stringify(result?.content)).toContain('rm -rf');
  });

  test('a tool nobody offers is answered with an error', async () => {
    await using server = await MessagesServer.start({ blocks: [toolUse('a', 'Nope', {})] }, reply('ok'));
    await using it = new TestSession({ url: server.url, tools: [echoTool()] });
    await it.say('hi');
    expect(JSON.stringify(server.requests[1]?.body.messages[2]?.content)).toContain('No such tool available: Nope');
  });

  test('a hidden tool is not sent', async () => {
    await using server = await MessagesServer.start(reply('ok'));
    await using it = new TestSession({
      url: server.url,
      tools: [echoTool('B'), echoTool('A'), echoTool('C')],
      engine: fixedPermissionEngine({}, ['B']),
    });
    await it.say('hi');
    expect(server.requests[0]?.body.tools?.map(({ name, cache_control }) => [name, cache_control])).toEqual([
      ['A', undefined],
      ['C', { type: 'ephemeral' }],
    ]);
  });

  test('ids that a server repeats name different calls', async () => {
    const call = { blocks: [toolUse('call_0', 'Echo', { text: 'x' })] };
    await using server = await MessagesServer.start(call, call, reply('ok'));
    await using it = new TestSession({ url: server.url, tools: [echoTool()] });
    await it.say('hi');
    expect(new Set(it.session.view.callOrder).size).toBe(2);
    const ids = server.requests[2]?.body.messages.flatMap(({ content }) => content.flatMap(({ tool_use_id }) => tool_use_id ?? []));
    expect(ids).toEqual(it.session.view.callOrder);
  });

  test('thoughts go back as they came', async () => {
    const thinking = { type: 'thinking' as const, thinking: 'hm', signature: 'sig==' };
    await using server = await MessagesServer.start({ blocks: [thinking, toolUse('a', 'Echo', { text: 'x' })] }, reply('ok'));
    await using it = new TestSession({ url: server.url, tools: [echoTool()] });
    await it.say('hi');
    expect(server.requests[1]?.body.messages[1]?.content[0]).toEqual(thinking);
  });

  test('what went before stays byte for byte the same, whatever comes after', async () => {
    const call = (id: string): Answer => ({ blocks: [text('…'), toolUse(id, 'Echo', { text: id })] });
    await using server = await MessagesServer.start(call('a'), call('b'), reply('ok'));
    await using it = new TestSession({ url: server.url, tools: [echoTool()] });
    await it.say('hi');
    const plain = server.requests.map(({ text: body }) =>
      body.slice(body.indexOf('"messages"')).replaceAll(',"cache_control":{"type":"ephemeral"}', '').replace('],"stream":true}', ''),
    );
    expect(plain[1]?.startsWith(plain[0] ?? '-')).toBe(true);
    expect(plain[2]?.startsWith(plain[1] ?? '-')).toBe(true);
    const heads = server.requests.map(({ text: body }) => body.slice(0, body.indexOf('"messages"')));
    expect(new Set(heads).size).toBe(1);
  });
});

describe('how a turn ends', () => {
  test.each([
    { stopReason: 'max_tokens', outcome: 'completed', says: /cut off/ },
    { stopReason: 'refusal', outcome: 'failed', says: /declined/ },
    { stopReason: 'model_context_window_exceeded', outcome: 'failed', says: /no longer fits/ },
  ])('$stopReason is said', async ({ stopReason, outcome, says }) => {
    await using server = await MessagesServer.start({ blocks: [text('So')], stopReason });
    await using it = new TestSession({ url: server.url });
    await it.say('hi');
    expect(it.all('turn.ended')).toMatchObject([{ outcome }]);
    expect(it.all('notice')[0]?.text).toMatch(says);
  });

  test('a pause is simply continued', async () => {
    await using server = await MessagesServer.start({ blocks: [text('one')], stopReason: 'pause_turn' }, reply('two'));
    await using it = new TestSession({ url: server.url });
    await it.say('hi');
    expect(outline(server.requests[1]?.body)).toEqual(['user: hi', 'assistant: one']);
    expect(it.all('turn.ended')).toMatchObject([{ outcome: 'completed' }]);
  });

  test('a call cut off at the limit: the model is told why', async () => {
    await using server = await MessagesServer.start(
      { blocks: [{ type: 'tool_use', id: 'a', name: 'Echo', rawInput: '{"te' }], stopReason: 'max_tokens' },
      reply('ok'),
    );
    await using it = new TestSession({ url: server.url, tools: [echoTool()] });
    await it.say('hi');
    expect(outline(server.requests[1]?.body)[2]).toMatch(/^user: result a, <system-reminder>Your last answer was cut off/);
  });

  test('the limit of requests is kept', async () => {
    const call = (id: string): Answer => ({ blocks: [toolUse(id, 'Echo', { text: id })] });
    await using server = await MessagesServer.start(call('a'), call('b'), call('c'));
    await using it = new TestSession({ url: server.url, tools: [echoTool()], maxTurns: 2 });
    await it.say('hi');
    expect(it.all('turn.ended')).toMatchObject([{ outcome: 'max_turns' }]);
    expect(server.requests).toHaveLength(2);
    expect(it.all('call.finished')).toHaveLength(2);
  });
});

describe('when the model can’t be had', () => {
  test('a refused key ends the turn at once and offers to enter another', async () => {
    await using server = await MessagesServer.start({ status: 401, error: 'bad key' });
    await using it = new TestSession({ url: server.url });
    await it.say('hi');
    expect(it.all('turn.ended')).toMatchObject([{ outcome: 'failed', error: expect.stringContaining('refused the key') }]);
    expect(it.all('notice')).toMatchObject([{ level: 'error', action: 'enter_key' }]);
    expect(server.requests).toHaveLength(1);
  });

  test('after a failure the same request can be sent again', async () => {
    await using server = await MessagesServer.start({ status: 401, error: 'bad key' }, reply('Hello'));
    await using it = new TestSession({ url: server.url });
    await it.say('hi');
    it.session.retry();
    await it.session.idle();
    expect(it.session.view.lastTurn?.outcome).toBe('completed');
    expect(server.requests[1]?.text).toBe(server.requests[0]?.text);
    expect(() => it.session.retry()).toThrow(/nothing to try again/);
  });

  test.each<{ name: string; failure: Answer }>([
    { name: '429', failure: { status: 429, error: 'slow down', headers: { 'retry-after': '3' } } },
    { name: '529', failure: { status: 529, error: 'Overloaded' } },
    { name: '500', failure: { status: 500, error: 'oops' } },
    { name: 'a stream cut before any call', failure: { blocks: [text('Half an ans')], after: 'cut' } },
    {
      name: 'a malformed stream',
      failure: {
        blocks: [text('x')],
        after: {
          raw: 'event: content_block_delta\ndata: {"type":"content_block_delta","index":7,"delta":{"type":"text_delta","text":"x"}}\n\n',
        },
      },
    },
  ])('$name is tried again, and nothing of it stays', async ({ failure }) => {
    await using server = await MessagesServer.start(failure, reply('Whole answer'));
    await using it = new TestSession({ url: server.url });
    await it.say('hi');
    expect(it.all('request.retry')).toHaveLength(1);
    expect(it.all('request.started').map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(server.requests[1]?.text).toBe(server.requests[0]?.text);
    expect(it.session.view.items.map((item) => ('text' in item ? item.text : item.type))).toEqual(['hi', 'Whole answer']);
    expect(it.all('turn.ended')).toMatchObject([{ outcome: 'completed' }]);
  });

  test('it gives up in the end and says why', async () => {
    const down: Answer = { status: 529, error: 'Overloaded' };
    await using server = await MessagesServer.start(down, down, down, down, reply('too late'));
    await using it = new TestSession({ url: server.url, maxAttempts: 4 });
    await it.say('hi');
    expect(it.all('turn.ended')).toMatchObject([{ outcome: 'failed', error: expect.stringContaining('overloaded') }]);
    expect(server.requests).toHaveLength(4);
  });

  test('a stream cut after a call began: the call keeps its result and the model goes on from there', async () => {
    let ran = 0;
    const tool = testTool('Write', { run: () => `wrote ${(ran += 1)}` });
    await using server = await MessagesServer.start(
      {
        blocks: [text('I write.'), toolUse('a', 'Write', { text: 'x' }), toolUse('b', 'Write', { text: 'y' })],
        openLast: true,
        after: 'cut',
      },
      reply('Done.'),
    );
    await using it = new TestSession({ url: server.url, tools: [tool] });
    await it.say('hi');
    expect(ran).toBe(1);
    expect(outline(server.requests[1]?.body)).toEqual(['user: hi', 'assistant: I write., tool_use a', 'user: result a']);
    expect(it.all('turn.ended')).toMatchObject([{ outcome: 'completed' }]);
  });
});

describe('stop', () => {
  test('in the middle of text: what was there is kept, and the conversation can go on', async () => {
    await using server = await MessagesServer.start({ blocks: [text('Half an answer')], openLast: true, after: 'stall' }, reply('Other'));
    await using it = new TestSession({ url: server.url });
    it.session.send('hi');
    await expect.poll(() => it.frames.length).toBe(2);
    it.session.interrupt();
    await it.session.idle();
    expect(it.all('turn.ended')).toMatchObject([{ outcome: 'interrupted' }]);
    await it.say('and now?');
    expect(outline(server.requests[1]?.body)).toEqual([
      'user: hi',
      'assistant: Half an answer',
      'user: [Request interrupted by user], and now?',
    ]);
  });

  test('while calls run: each is answered, and the conversation stays valid', async () => {
    const { promise: started, resolve } = Promise.withResolvers<void>();
    await using server = await MessagesServer.start(
      { blocks: [toolUse('a', 'Endless', { text: 'x' }), toolUse('b', 'Write', { text: 'y' })] },
      reply('ok'),
    );
    await using it = new TestSession({
      url: server.url,
      tools: [endlessTool('Endless', resolve), testTool('Write', { run: () => 'never' })],
    });
    it.session.send('hi');
    await started;
    it.session.interrupt();
    await it.session.idle();
    expect(it.all('call.finished').map(({ outcome }) => outcome)).toEqual(['cancelled', 'cancelled']);
    await it.say('go on');
    expect(outline(server.requests[1]?.body)[2]).toBe('user: result a, result b, [Request interrupted by user for tool use], go on');
  });

  test('while it waits to try again', async () => {
    await using server = await MessagesServer.start({ status: 429, error: 'slow', headers: { 'retry-after': '100' } });
    await using it = new TestSession({ url: server.url, retryScale: 1 });
    it.session.send('hi');
    await it.seen('request.retry');
    it.session.interrupt();
    await it.session.idle();
    expect(it.all('turn.ended')).toMatchObject([{ outcome: 'interrupted' }]);
    expect(server.requests).toHaveLength(1);
  });

  test('while a person is asked: the question is withdrawn', async () => {
    await using server = await MessagesServer.start({ blocks: [toolUse('a', 'Write', { text: 'x' })] });
    await using it = new TestSession({
      url: server.url,
      tools: [testTool('Write', { run: () => 'never' })],
      engine: fixedPermissionEngine({ Write: 'ask' }),
    });
    it.session.send('hi');
    const { ask } = await it.seen('call.asked');
    it.session.interrupt();
    await it.session.idle();
    expect(it.session.view.asks).toEqual([]);
    expect(it.session.answer(ask.askId, ask.digest, { type: 'allow_once' })).toBe('gone');
    expect(it.all('call.finished')).toMatchObject([{ outcome: 'cancelled' }]);
  });
});

describe('a person decides', () => {
  async function asked(server: MessagesServer) {
    const it = new TestSession({
      url: server.url,
      tools: [testTool('Write', { run: () => 'wrote' })],
      engine: fixedPermissionEngine({ Write: 'ask' }),
    });
    it.session.send('hi');
    const { ask } = await it.seen('call.asked');
    return { it, ask };
  }
  const call: Answer = { blocks: [toolUse('a', 'Write', { text: 'x' })] };

  test('allow: the call runs', async () => {
    await using server = await MessagesServer.start(call, reply('Done.'));
    const { it, ask } = await asked(server);
    await using _ = it;
    expect(it.session.answer(ask.askId, ask.digest, { type: 'allow_once' })).toBe('accepted');
    await it.session.idle();
    expect(server.requests[1]?.body.messages[2]?.content[0]?.content).toBe('wrote');
  });

  test('an answer to something else than what was shown is refused', async () => {
    await using server = await MessagesServer.start(call);
    const { it, ask } = await asked(server);
    await using _ = it;
    expect(it.session.answer(ask.askId, 'other', { type: 'allow_once' })).toBe('stale');
  });

  test('always allow: the rules are saved where it was said, and the call runs', async () => {
    await using server = await MessagesServer.start(call, reply('Done.'));
    const { it, ask } = await asked(server);
    await using _ = it;
    it.session.answer(ask.askId, ask.digest, { type: 'allow_always', rules: ['Write'], destination: 'local' });
    await it.session.idle();
    expect(it.saved).toEqual([{ type: 'add_rules', behavior: 'allow', rules: ['Write'], destination: 'local' }]);
    expect(it.all('call.finished')).toMatchObject([{ outcome: 'done' }]);
  });

  test('a change of mode settles a question that the new mode answers', async () => {
    await using server = await MessagesServer.start(call, reply('Done.'));
    const { it } = await asked(server);
    await using _ = it;
    it.session.choices.setMode('acceptEdits');
    await it.session.idle();
    expect(it.all('call.answered')).toMatchObject([{ by: 'rules' }]);
    expect(it.all('call.finished')).toMatchObject([{ outcome: 'done' }]);
  });

  test('deny without a word ends the turn; the next message goes on from there', async () => {
    await using server = await MessagesServer.start(call, reply('ok'));
    const { it, ask } = await asked(server);
    await using _ = it;
    it.session.answer(ask.askId, ask.digest, { type: 'deny' });
    await it.session.idle();
    expect(it.all('turn.ended')).toMatchObject([{ outcome: 'denied' }]);
    expect(server.requests).toHaveLength(1);
    await it.say('do it like this');
    expect(outline(server.requests[1]?.body)[2]).toBe('user: result a, do it like this');
  });

  test('deny with a word: the model reads it and goes on', async () => {
    await using server = await MessagesServer.start(call, reply('ok'));
    const { it, ask } = await asked(server);
    await using _ = it;
    it.session.answer(ask.askId, ask.digest, { type: 'deny', message: 'use tabs' });
    await it.session.idle();
    expect(it.all('turn.ended')).toMatchObject([{ outcome: 'completed' }]);
    expect(JSON.stringify(server.requests[1]?.body.messages[2])).toContain('use tabs');
  });

  test('nobody there to ask: the model reads the denial and goes on', async () => {
    await using server = await MessagesServer.start(call, reply('ok'));
    await using it = new TestSession({
      url: server.url,
      interactive: false,
      tools: [testTool('Write', { run: () => 'wrote' })],
      engine: fixedPermissionEngine({ Write: 'ask' }),
    });
    await it.say('hi');
    expect(it.all('call.finished')).toMatchObject([{ outcome: 'denied', isError: true }]);
    expect(server.requests).toHaveLength(2);
  });
});

describe('messages while a turn runs', () => {
  test('wait for its end, in order, and can be taken back', async () => {
    const { promise: go, resolve } = Promise.withResolvers<void>();
    await using server = await MessagesServer.start({ blocks: [text('one')], until: go }, reply('two'));
    await using it = new TestSession({ url: server.url });
    expect(it.session.send('first')).toEqual({ queued: false });
    await server.received(1);
    expect(it.session.send('second')).toEqual({ queued: true });
    it.session.send('third');
    it.session.send('fourth');
    const [, third] = it.session.view.queued;
    it.session.unqueue(third?.messageId ?? '');
    it.session.unqueue('unknown');
    resolve();
    await it.session.idle();
    expect(outline(server.requests[1]?.body)).toEqual(['user: first', 'assistant: one', 'user: second, fourth']);
    expect(it.session.view.queued).toEqual([]);
    expect(it.all('turn.ended')).toHaveLength(2);
  });

  test('stay queued when the turn is stopped, and go out with the next one', async () => {
    await using server = await MessagesServer.start({ blocks: [], after: 'stall' }, reply('ok'));
    await using it = new TestSession({ url: server.url });
    it.session.send('first');
    await server.received(1);
    it.session.send('second');
    it.session.interrupt();
    await it.session.idle();
    expect(it.session.view.queued).toHaveLength(1);
    await it.say('third');
    expect(outline(server.requests[1]?.body)).toEqual(['user: first, [Request interrupted by user], second, third']);
  });
});

test('who hears of the end of a turn can start the next one', async () => {
  await using server = await MessagesServer.start({ status: 401, error: 'no' }, reply('ok'));
  await using it = new TestSession({ url: server.url });
  const stop = it.session.log.subscribe((event) => {
    if (event.type !== 'turn.ended') return;
    stop();
    it.session.retry();
  });
  await it.say('hi');
  expect(it.events.flatMap(({ type }) => (type.startsWith('turn.') ? [type] : []))).toEqual([
    'turn.started',
    'turn.ended',
    'turn.started',
    'turn.ended',
  ]);
});

describe('a session from disk', () => {
  test('goes on where it stopped, with the same bytes before', async () => {
    await using server = await MessagesServer.start({ blocks: [toolUse('a', 'Echo', { text: 'x' })] }, reply('Done.'), reply('More.'));
    await using it = new TestSession({ url: server.url, tools: [echoTool()] });
    await it.say('hi');
    const before = it.session.view;
    await it.reopen();
    expect(it.session.view.items).toEqual(before.items);
    await it.say('more');
    expect(outline(server.requests[2]?.body)).toEqual([
      'user: hi',
      'assistant: tool_use a',
      'user: result a',
      'assistant: Done.',
      'user: more',
    ]);
    expect(server.requests[2]?.body.system).toEqual(server.requests[0]?.body.system);
    expect(it.all('session.prompt')).toHaveLength(1);
  });
});

describe('trouble of our own', () => {
  test('killed in the middle of a call: the next process answers it and goes on', async () => {
    const { promise: started, resolve } = Promise.withResolvers<void>();
    await using server = await MessagesServer.start({
      blocks: [text('I try.'), toolUse('a', 'Endless', { text: 'x' }), toolUse('b', 'Write', { text: 'y' })],
    });
    await using killed = new TestSession({
      url: server.url,
      tools: [endlessTool('Endless', resolve), testTool('Write', { run: () => 'never' })],
    });
    killed.session.send('hi');
    await started;
    await expect.poll(() => killed.all('call.queued').length).toBe(2);
    await using it = killed.asFoundOnDisk();
    expect(it.all('call.finished').map(({ callId, outcome }) => [callId, outcome])).toEqual([
      ['a', 'cancelled'],
      ['b', 'cancelled'],
    ]);
    server.push(reply('ok'));
    await it.say('go on');
    const last = server.requests.at(-1)?.body;
    expect(outline(last)).toEqual(['user: hi', 'assistant: I try., tool_use a, tool_use b', 'user: result a, result b, go on']);
    expect(JSON.stringify(last?.messages[2])).toContain('may have had some of its effects');
  });

  test('a log that can’t be written any more ends the turn instead of hanging it', async () => {
    await using server = await MessagesServer.start({ blocks: [toolUse('a', 'Break', { text: 'x' })], after: 'stall' });
    const breaking = testTool('Break', {
      run: () => {
        it.session.log.close();
        return 'ran';
      },
    });
    await using it = new TestSession({ url: server.url, tools: [breaking] });
    it.session.send('hi');
    await it.session.idle();
    expect(it.session.running).toBe(false);
    expect(() => it.session.send('again')).toThrow(/closed/);
  });
});

test('another model counts from the next request on', async () => {
  await using server = await MessagesServer.start(reply('a'), reply('b'));
  await using it = new TestSession({ url: server.url });
  await it.say('hi');
  it.session.choices.setModel('other-model');
  await it.say('again');
  expect(server.requests.map(({ body }) => body.model)).toEqual(['test-model', 'other-model']);
});

describe('modes', () => {
  test('plan mode remembers where it came from', async () => {
    await using it = new TestSession({ url: 'http://127.0.0.1:9' });
    it.session.choices.setMode('acceptEdits');
    expect(it.session.prePlanMode).toBe(undefined);
    it.session.choices.setMode('plan');
    expect(it.session.prePlanMode).toBe('acceptEdits');
    it.session.choices.setMode('default');
    expect(it.session.prePlanMode).toBe(undefined);
  });

  test.each(['bypassPermissions', 'auto', 'bubble'] as const)('%s is refused where it was not made available', async (mode) => {
    await using it = new TestSession({ url: 'http://127.0.0.1:9' });
    expect(() => it.session.choices.setMode(mode)).toThrow(/available/);
    expect(it.session.view.mode).toBe('default');
  });
});
