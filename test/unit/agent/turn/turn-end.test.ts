import { describe, expect, test } from 'vitest';
import { text, toolUse, type Answer } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TestSession } from '#test/support/test-session.ts';
import { echoTool, testTool } from '#test/support/test-tools.ts';
import { outline, reply } from '../short-conversations.ts';

describe('the end of a turn', () => {
  test.each([
    { stopReason: 'max_tokens', outcome: 'completed', says: /cut off/ },
    { stopReason: 'refusal', outcome: 'failed', says: /declined/ },
    { stopReason: 'model_context_window_exceeded', outcome: 'failed', says: /no longer fits/ },
  ])('reports $stopReason', async ({ stopReason, outcome, says }) => {
    await using server = await MessagesServer.start({ blocks: [text('So')], stopReason });
    await using fixture = new TestSession({ url: server.url });
    await fixture.say('hi');
    expect(fixture.all('turn.ended')).toMatchObject([{ outcome }]);
    expect(fixture.all('notice')[0]?.text).toMatch(says);
  });

  test('continues after a pause', async () => {
    await using server = await MessagesServer.start({ blocks: [text('one')], stopReason: 'pause_turn' }, reply('two'));
    await using fixture = new TestSession({ url: server.url });
    await fixture.say('hi');
    expect(outline(server.requests[1]?.body)).toEqual(['user: hi', 'assistant: one']);
    expect(fixture.all('turn.ended')).toMatchObject([{ outcome: 'completed' }]);
  });

  test('tells the model why a call was cut off at the token limit', async () => {
    await using server = await MessagesServer.start(
      { blocks: [{ type: 'tool_use', id: 'a', name: 'Echo', rawInput: '{"te' }], stopReason: 'max_tokens' },
      reply('ok'),
    );
    await using fixture = new TestSession({ url: server.url, tools: [echoTool()] });
    await fixture.say('hi');
    expect(outline(server.requests[1]?.body)[2]).toMatch(/^user: result a, <system-reminder>Your last response was cut off/);
  });

  test('keeps to the limit of requests', async () => {
    const call = (id: string): Answer => ({ blocks: [toolUse(id, 'Echo', { text: id })] });
    await using server = await MessagesServer.start(call('a'), call('b'), call('c'));
    await using fixture = new TestSession({ url: server.url, tools: [echoTool()], maxTurns: 2 });
    await fixture.say('hi');
    expect(fixture.all('turn.ended')).toMatchObject([{ outcome: 'max_turns' }]);
    expect(server.requests).toHaveLength(2);
    expect(fixture.all('call.finished')).toHaveLength(2);
  });
});

describe('when the model is unavailable', () => {
  test('a rejected key ends the turn at once and offers to enter another', async () => {
    await using server = await MessagesServer.start({ status: 401, error: 'bad key' });
    await using fixture = new TestSession({ url: server.url });
    await fixture.say('hi');
    expect(fixture.all('turn.ended')).toMatchObject([{ outcome: 'failed', error: expect.stringContaining('refused the key') }]);
    expect(fixture.all('notice')).toMatchObject([{ level: 'error', action: 'enter_key' }]);
    expect(server.requests).toHaveLength(1);
  });

  test('the pause before a request is repeated can be ended', async () => {
    await using server = await MessagesServer.start({ status: 429, error: 'slow', headers: { 'retry-after': '100' } }, reply('Here.'));
    await using fixture = new TestSession({ url: server.url, retryScale: 1 });
    fixture.session.send('hi');
    await fixture.seen('request.retry');
    fixture.session.retry();
    await fixture.session.idle();
    expect(fixture.all('turn.ended')).toMatchObject([{ outcome: 'completed' }]);
    expect(server.requests).toHaveLength(2);
    expect(fixture.all('request.retry').map(({ delayMs }) => delayMs)).toEqual([100_000, 0]);
    expect(() => fixture.session.retry()).toThrow('nothing to try again');
  });

  test('after a failure the same request can be sent again', async () => {
    await using server = await MessagesServer.start({ status: 401, error: 'bad key' }, reply('Hello'));
    await using fixture = new TestSession({ url: server.url });
    await fixture.say('hi');
    fixture.session.retry();
    await fixture.session.idle();
    expect(fixture.session.view.lastTurn?.outcome).toBe('completed');
    expect(server.requests[1]?.text).toBe(server.requests[0]?.text);
    expect(() => fixture.session.retry()).toThrow(/nothing to try again/);
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
  ])('retries after $name and discards the attempt', async ({ failure }) => {
    await using server = await MessagesServer.start(failure, reply('Whole answer'));
    await using fixture = new TestSession({ url: server.url });
    await fixture.say('hi');
    expect(fixture.all('request.retry')).toHaveLength(1);
    expect(fixture.all('request.started').map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(server.requests[1]?.text).toBe(server.requests[0]?.text);
    expect(fixture.session.view.items.map((item) => ('text' in item ? item.text : item.type))).toEqual(['hi', 'Whole answer']);
    expect(fixture.all('turn.ended')).toMatchObject([{ outcome: 'completed' }]);
  });

  test('gives up in the end and reports why', async () => {
    const down: Answer = { status: 529, error: 'Overloaded' };
    await using server = await MessagesServer.start(down, down, down, down, reply('too late'));
    await using fixture = new TestSession({ url: server.url, maxAttempts: 4 });
    await fixture.say('hi');
    expect(fixture.all('turn.ended')).toMatchObject([{ outcome: 'failed', error: expect.stringContaining('overloaded') }]);
    expect(server.requests).toHaveLength(4);
  });

  test('keeps the result of a call when the stream is cut after it, and continues from there', async () => {
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
    await using fixture = new TestSession({ url: server.url, tools: [tool] });
    await fixture.say('hi');
    expect(ran).toBe(1);
    expect(outline(server.requests[1]?.body)).toEqual(['user: hi', 'assistant: I write., tool_use a', 'user: result a']);
    expect(fixture.all('turn.ended')).toMatchObject([{ outcome: 'completed' }]);
  });
});
