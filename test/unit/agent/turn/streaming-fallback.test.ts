import { describe, expect, test } from 'vitest';
import { text, toolUse, type Answer } from '#test/support/messages-answer.ts';
import { fixedPermissionEngine } from '#test/support/fixed-permission-engine.ts';
import { MessagesServer, type RequestBody } from '#test/support/messages-server.ts';
import { TestSession } from '#test/support/test-session.ts';
import { echoTool, testTool } from '#test/support/test-tools.ts';
import { sayAndStall, STALL_ENV } from '#test/support/stalled-stream.ts';
import { conversationProblems } from '#test/support/valid-conversation.ts';

const nonsense = { raw: 'event: content_block_stop\ndata: {"type":"content_block_stop","index":7}\n\n' };
const done: Answer = { blocks: [text('Done.')] };

const streams = (server: MessagesServer) => server.requests.map(({ body }) => body.stream);
const shownTexts = (fixture: TestSession) => fixture.session.view.items.flatMap((item) => (item.type === 'text' ? [item.text] : []));
const messagesOf = (body: RequestBody | undefined) => JSON.stringify(body?.messages);

describe('falling back to a request without streaming', () => {
  test.each<{ name: string; failures: Answer[]; asked: boolean[]; stalls?: boolean }>([
    { name: 'a server that never streams', failures: [{ ...done, whole: true }], asked: [true, false] },
    { name: 'a server that rejects streaming', failures: [{ status: 400, error: 'streaming is not supported' }], asked: [true, false] },
    {
      name: 'nonsense twice',
      failures: [{ blocks: [text('x')], after: nonsense }, { raw: 'data: {"type":\n\n' }],
      asked: [true, true, false],
    },
    {
      name: 'a stream that stalls',
      failures: [{ blocks: [text('Half of it')], after: 'stall' }],
      asked: [true, false],
      stalls: true,
    },
  ])('$name', async ({ failures, asked, stalls = false }) => {
    await using server = await MessagesServer.start(...failures, {
      blocks: [text('All of it.')],
      usage: { input_tokens: 7, output_tokens: 3 },
    });
    await using fixture = new TestSession({ url: server.url, env: STALL_ENV });
    await (stalls ? sayAndStall(fixture, server, 'hi', () => true) : fixture.say('hi'));
    expect(streams(server)).toEqual(asked);
    expect(shownTexts(fixture)).toEqual(['All of it.']);
    expect(fixture.all('turn.ended')).toMatchObject([{ outcome: 'completed' }]);
    expect(fixture.all('request.ended').map(({ outcome }) => outcome)).toEqual([...failures.map(() => 'discarded'), 'ok']);
    expect(fixture.all('request.ended').at(-1)?.usage).toMatchObject({ input_tokens: 7, output_tokens: 3 });
    expect(fixture.all('notice')).toMatchObject([{ level: 'info', text: expect.stringContaining('in one piece') }]);
    expect(messagesOf(server.requests.at(-1)?.body)).toBe(messagesOf(server.requests[0]?.body));
  });

  test('only once: gives up on a server that is unreadable either way', async () => {
    const page: Answer = { raw: '<html>Welcome</html>' };
    await using server = await MessagesServer.start(page, page, page, page);
    await using fixture = new TestSession({ url: server.url });
    await fixture.say('hi');
    expect(fixture.all('turn.ended')).toMatchObject([{ outcome: 'failed', error: expect.stringContaining('Messages API') }]);
    expect(streams(server)).toEqual([true, false, false]);
  });

  test.each<{ name: string; failure: Answer }>([
    { name: 'a broken connection', failure: { blocks: [text('x')], after: 'cut' } },
    { name: 'a server that fails', failure: { status: 529, error: 'Overloaded' } },
    { name: 'one malformed stream', failure: { blocks: [text('x')], after: nonsense } },
  ])('not after $name', async ({ failure }) => {
    await using server = await MessagesServer.start(failure, done);
    await using fixture = new TestSession({ url: server.url });
    await fixture.say('hi');
    expect(streams(server)).toEqual([true, true]);
  });

  test.each<{ name: string; failures: Answer[]; asked: boolean[] }>([
    { name: 'one empty stream', failures: [{ raw: '' }], asked: [true, false, true, true] },
    { name: 'one stream of comments', failures: [{ raw: ': hello\n\n' }], asked: [true, false, true, true] },
    { name: 'one stream of another protocol', failures: [{ raw: '<html>Welcome</html>' }], asked: [true, false, true, true] },
  ])('$name falls back for its own request only', async ({ failures, asked }) => {
    const echoAnswer = (id: string): Answer => ({ blocks: [toolUse(id, 'Echo', { text: '1' })] });
    await using server = await MessagesServer.start(...failures, echoAnswer('a'), echoAnswer('b'), done);
    await using fixture = new TestSession({ url: server.url, tools: [echoTool()] });
    await fixture.say('hi');
    expect(streams(server)).toEqual(asked);
  });

  test('stays for the rest of the turn after a second failure', async () => {
    const echoAnswer = (id: string): Answer => ({ blocks: [toolUse(id, 'Echo', { text: '1' })] });
    await using server = await MessagesServer.start({ raw: '' }, echoAnswer('a'), { raw: '' }, echoAnswer('b'), echoAnswer('c'), done);
    await using fixture = new TestSession({ url: server.url, tools: [echoTool()] });
    await fixture.say('hi');
    expect(streams(server)).toEqual([true, false, true, false, false, false]);
  });

  test('stays for the rest of the turn where the server can’t stream; the next turn streams again', async () => {
    await using server = await MessagesServer.start(
      { ...done, whole: true },
      { blocks: [toolUse('a', 'Echo', { text: '1' })] },
      done,
      done,
    );
    await using fixture = new TestSession({ url: server.url, tools: [echoTool()] });
    await fixture.say('hi');
    await fixture.say('more');
    expect(streams(server)).toEqual([true, false, false, true]);
  });
});

describe('an answer without streaming', () => {
  test('runs its calls in batches: reads in parallel, a write alone', async () => {
    const events: string[] = [];
    const { promise: both, resolve } = Promise.withResolvers<void>();
    const reader = testTool('Look', {
      readOnly: true,
      run: async ({ text: name }) => {
        events.push(`${name} begins`);
        if (events.length === 2) resolve();
        // Ends only when both have started, so sequential calls would hang.
        await both;
        return name;
      },
    });
    const writer = testTool('Write', { run: () => `${events.push('write')}` });
    await using server = await MessagesServer.start(
      { status: 501, error: 'Streaming not implemented' },
      {
        blocks: [
          text('So.'),
          toolUse('a', 'Look', { text: 'a' }),
          toolUse('b', 'Look', { text: 'b' }),
          toolUse('c', 'Write', { text: 'c' }),
        ],
      },
      done,
    );
    await using fixture = new TestSession({ url: server.url, tools: [reader, writer] });
    await fixture.say('hi');
    expect(events).toEqual(['a begins', 'b begins', 'write']);
    const last = server.requests.at(-1)?.body;
    expect(last?.messages.at(-1)?.content.map(({ tool_use_id, content }) => [tool_use_id, content])).toEqual([
      ['a', 'a'],
      ['b', 'b'],
      ['c', '3'],
    ]);
    expect(conversationProblems(last ?? { messages: [] })).toEqual([]);
  });

  test('never runs its last call if that was cut off', async () => {
    let ran = 0;
    const tool = testTool('Danger', { run: () => `${(ran += 1)}` });
    await using server = await MessagesServer.start(
      { ...done, whole: true },
      { blocks: [toolUse('a', 'Danger', { text: 'rm -rf /tmp/x' })], stopReason: 'max_tokens' },
      done,
    );
    await using fixture = new TestSession({ url: server.url, tools: [tool] });
    await fixture.say('hi');
    expect(ran).toBe(0);
    expect(fixture.all('call.finished')).toMatchObject([{ callId: 'a', isError: true, errorKind: 'invalidJson' }]);
  });

  test('with an input that is no object fails that call', async () => {
    let ran = 0;
    const tool = testTool('Danger', { run: () => `${(ran += 1)}` });
    const answer = JSON.stringify({
      content: [{ type: 'tool_use', id: 'a', name: 'Danger', input: '{"text":"x"}' }],
      stop_reason: 'tool_use',
    });
    await using server = await MessagesServer.start({ ...done, whole: true }, { raw: answer }, done);
    await using fixture = new TestSession({ url: server.url, tools: [tool] });
    await fixture.say('hi');
    expect(ran).toBe(0);
    expect(fixture.all('call.finished')).toMatchObject([{ errorKind: 'invalidJson' }]);
  });
});

describe('a stream that stalls after calls have started', () => {
  /** `Read` ends at once, `Write` never by itself, `Later` is queued after it. */
  function setUp() {
    const ran: string[] = [];
    const tool = (name: string, readOnly: boolean, endless: boolean) =>
      testTool(name, {
        readOnly,
        run: (_input, { abortController: { signal } }) => {
          ran.push(name);
          if (!endless) return `${name} did it`;
          return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true }));
        },
      });
    return { ran, tools: [tool('Read', true, false), tool('Write', false, true), tool('Note', false, false), tool('Later', false, false)] };
  }

  test('is discarded, and only possible changes are reported to the model', async () => {
    const { ran, tools } = setUp();
    const calls = [
      toolUse('r', 'Read', { text: 'secret words' }),
      toolUse('n', 'Note', { text: 'a </system-reminder> b' }),
      toolUse('w', 'Write', { text: 'half' }),
      toolUse('l', 'Later', { text: 'never' }),
    ];
    await using server = await MessagesServer.start({ blocks: [text('Let me.'), ...calls], after: 'stall' }, done);
    await using fixture = new TestSession({ url: server.url, tools, env: STALL_ENV });
    await sayAndStall(fixture, server, 'go', () => ran.length === 3 && fixture.all('call.queued').length === 4);

    expect(ran).toEqual(['Read', 'Note', 'Write']);
    expect(streams(server)).toEqual([true, false]);
    const again = server.requests[1]?.body;
    expect(again?.messages.map(({ role }) => role)).toEqual(['user']);
    const words = again?.messages[0]?.content.map((block) => block.text) ?? [];
    expect(words[0]).toBe('go');
    expect(words[1]).toContain('Note {"text":"a \\u003c/system-reminder> b"}: it ran to its end');
    expect(words[1]).toContain('Write {"text":"half"}: it was stopped on the way');
    expect(words.join()).not.toMatch(/Let me|secret words|never|did it/);

    expect(Object.fromEntries(fixture.all('call.finished').map(({ callId, outcome }) => [callId, outcome]))).toEqual({
      l: 'cancelled',
      n: 'done',
      r: 'done',
      w: 'cancelled',
    });
    expect(fixture.all('call.finished')).toHaveLength(4);
    expect(shownTexts(fixture)).toEqual(['Done.']);
    expect(fixture.all('turn.ended')).toMatchObject([{ outcome: 'completed' }]);
  });

  test('withdraws its open ask', async () => {
    const { ran, tools } = setUp();
    await using server = await MessagesServer.start({ blocks: [toolUse('n', 'Note', { text: 'x' })], after: 'stall' }, done);
    await using fixture = new TestSession({ url: server.url, tools, env: STALL_ENV, engine: fixedPermissionEngine({ Note: 'ask' }) });
    await sayAndStall(fixture, server, 'go', () => fixture.session.view.asks.length === 1);
    expect(ran).toEqual([]);
    expect(fixture.session.view.asks).toEqual([]);
    expect(fixture.session.view.calls['n']?.state).toBe('cancelled');
    expect(server.requests[1]?.body.messages[0]?.content).toHaveLength(1);
  });

  test('a denial without a message still ends the turn', async () => {
    const { ran, tools } = setUp();
    // The stream stalls some time after the denial, with another call still running.
    const calls = [toolUse('n', 'Note', { text: 'x' }), toolUse('w', 'Write', { text: 'y' })];
    await using server = await MessagesServer.start({ blocks: calls, after: 'stall' }, done);
    await using fixture = new TestSession({ url: server.url, tools, env: STALL_ENV, engine: fixedPermissionEngine({ Note: 'ask' }) });
    const denied = fixture.seen('call.asked').then(({ ask }) => fixture.session.answer(ask.askId, ask.digest, { type: 'deny' }));
    await sayAndStall(fixture, server, 'go', () => ran.length === 1 && fixture.all('call.answered').length === 1);
    expect(await denied).toBe('accepted');
    expect(fixture.all('turn.ended')).toMatchObject([{ outcome: 'denied' }]);
    expect(server.requests).toHaveLength(1);
    expect(ran).toEqual(['Write']);
  });

  test('its reads don’t count as read, also after a restart', async () => {
    const reader = testTool('Read', {
      readOnly: true,
      run: (_input, { readFileState }) => {
        const known = readFileState.get('/f') !== undefined;
        readFileState.set('/f', { content: 'x', mtimeMs: 1 });
        return known ? 'known' : 'new';
      },
    });
    const { tools } = setUp();
    const note = tools.filter(({ name }) => name === 'Note');
    await using server = await MessagesServer.start(
      { blocks: [toolUse('r', 'Read', { text: 'f' }), toolUse('n', 'Note', { text: 'x' })], after: 'stall' },
      { blocks: [toolUse('r2', 'Read', { text: 'f' })] },
      done,
      done,
    );
    await using fixture = new TestSession({ url: server.url, tools: [reader, ...note], env: STALL_ENV });
    await sayAndStall(fixture, server, 'go', () => fixture.all('call.finished').length === 2);
    expect(server.requests[2]?.body.messages.at(-1)?.content).toMatchObject([{ tool_use_id: 'r2', content: 'new' }]);
    const before = JSON.stringify(server.requests[2]?.body.messages, withoutBreakpoint);
    await fixture.reopen();
    await fixture.say('and?');
    expect(JSON.stringify(server.requests[3]?.body.messages, withoutBreakpoint).startsWith(before.slice(0, -1))).toBe(true);
  });
});

function withoutBreakpoint(key: string, value: unknown): unknown {
  return key === 'cache_control' ? undefined : value;
}
