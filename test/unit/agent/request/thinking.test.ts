import { describe, expect, test } from 'vitest';
import { text, toolUse, type Answer, type AnswerBlock } from '#test/support/messages-answer.ts';
import { MessagesServer, type RequestBody } from '#test/support/messages-server.ts';
import { TestSession } from '#test/support/test-session.ts';
import { echoTool } from '#test/support/test-tools.ts';
import { conversationProblems } from '#test/support/valid-conversation.ts';

const ADAPTIVE = 'claude-sonnet-5-5';
const BUDGETED = 'claude-opus-4-5';
const adaptive = { type: 'adaptive', display: 'summarized' };
const done: Answer = { blocks: [text('Done.')] };
const thought = (of: string): AnswerBlock => ({ type: 'thinking', thinking: of, signature: `sig-${of}` });
const hidden: AnswerBlock = { type: 'redacted_thinking', data: 'c2VjcmV0' };
const call = (id: string, ...before: AnswerBlock[]): Answer => ({ blocks: [...before, toolUse(id, 'Echo', { text: id })] });
const refusal = (message: string): Answer => ({ status: 400, type: 'invalid_request_error', error: message });

const kinds = (body: RequestBody | undefined) =>
  body?.messages.filter(({ role }) => role === 'assistant').map(({ content }) => content.map(({ type }) => type));
const params = (server: MessagesServer) => server.requests.map(({ body }) => body.thinking);
const notices = (fixture: TestSession) => fixture.all('notice').map(({ text: said }) => said);

describe('thinking', () => {
  test('is requested the same way throughout, and its blocks are sent back whole and in order', async () => {
    await using server = await MessagesServer.start(call('a', thought('one'), hidden, text('So.'), thought('two')), call('b'), done, done);
    await using fixture = new TestSession({ url: server.url, tools: [echoTool()], model: ADAPTIVE });
    await fixture.say('hi');
    await fixture.say('again');
    expect(params(server)).toEqual([adaptive, adaptive, adaptive, adaptive]);
    expect(server.requests[3]?.body.messages[1]?.content.slice(0, 4)).toEqual([thought('one'), hidden, text('So.'), thought('two')]);
    expect(server.requests[0]?.body.max_tokens).toBe(64_000);
  });

  test('survives a restart byte for byte', async () => {
    await using server = await MessagesServer.start(call('a', thought('one')), done, done);
    await using fixture = new TestSession({ url: server.url, tools: [echoTool()], model: ADAPTIVE });
    await fixture.say('hi');
    await fixture.reopen();
    await fixture.say('again');
    expect(server.requests[2]?.body.messages[1]?.content[0]).toEqual(thought('one'));
  });

  test('isn’t requested from a model without support', async () => {
    await using server = await MessagesServer.start(done);
    await using fixture = new TestSession({ url: server.url });
    await fixture.say('hi');
    expect(server.requests[0]?.body).not.toHaveProperty('thinking');
  });
});

describe('omitting thinking blocks', () => {
  test('when another model continues; they return with the first', async () => {
    await using server = await MessagesServer.start(call('a', thought('one')), done, done, done);
    await using fixture = new TestSession({ url: server.url, tools: [echoTool()], model: ADAPTIVE });
    await fixture.say('hi');
    fixture.session.choices.setModel('claude-haiku-5-5');
    await fixture.say('you');
    fixture.session.choices.setModel(ADAPTIVE);
    await fixture.say('and you');
    expect(kinds(server.requests[1]?.body)).toEqual([['thinking', 'tool_use']]);
    expect(kinds(server.requests[2]?.body)).toEqual([['tool_use'], ['text']]);
    expect(kinds(server.requests[3]?.body)).toEqual([['thinking', 'tool_use'], ['text'], ['text']]);
    for (const { body } of server.requests) expect(conversationProblems(body)).toEqual([]);
  });

  test('when the server rejects them once, then always', async () => {
    await using server = await MessagesServer.start(
      call('a', thought('one')),
      done,
      refusal('messages.1.content.0: Invalid `signature` in `thinking` block'),
      call('b', thought('two')),
      done,
    );
    await using fixture = new TestSession({ url: server.url, tools: [echoTool()], model: ADAPTIVE });
    await fixture.say('hi');
    await fixture.say('again');
    expect(kinds(server.requests[3]?.body)).toEqual([['tool_use'], ['text']]);
    expect(kinds(server.requests[4]?.body)).toEqual([['tool_use'], ['text'], ['thinking', 'tool_use']]);
    expect(params(server)[3]).toEqual(adaptive);
    expect(notices(fixture).join()).toMatch(/earlier thinking/);
    expect(fixture.all('turn.ended').map(({ outcome }) => outcome)).toEqual(['completed', 'completed']);
  });
});

describe('a server that rejects the thinking setting', () => {
  test('gets an immediate retry without it, and all later requests too', async () => {
    await using server = await MessagesServer.start(refusal('thinking: Extra inputs are not permitted'), call('a'), done, done);
    await using fixture = new TestSession({ url: server.url, tools: [echoTool()], model: ADAPTIVE, maxTurns: 2 });
    await fixture.say('hi');
    await fixture.say('again');
    expect(params(server)).toEqual([adaptive, undefined, undefined, undefined]);
    expect(notices(fixture)).toEqual([expect.stringContaining(`“${ADAPTIVE}”`)]);
    expect(fixture.all('turn.ended').map(({ outcome }) => outcome)).toEqual(['completed', 'completed']);
    expect(fixture.all('request.ended').map(({ outcome }) => outcome)).toEqual(['discarded', 'ok', 'ok', 'ok']);
  });

  test('another model is still asked for thinking', async () => {
    await using server = await MessagesServer.start(refusal('thinking is not supported'), done, done);
    await using fixture = new TestSession({ url: server.url, model: ADAPTIVE });
    await fixture.say('hi');
    fixture.session.choices.setModel('claude-haiku-5-5');
    await fixture.say('you');
    expect(params(server)).toEqual([adaptive, undefined, adaptive]);
  });

  test('rejecting the retry too fails the turn with the server’s message', async () => {
    const no = refusal('thinking is not supported');
    await using server = await MessagesServer.start(no, no);
    await using fixture = new TestSession({ url: server.url, model: ADAPTIVE });
    await fixture.say('hi');
    expect(fixture.all('turn.ended')).toMatchObject([{ outcome: 'failed', error: expect.stringContaining('thinking is not supported') }]);
    expect(server.requests).toHaveLength(2);
  });
});

describe('a thinking budget', () => {
  const env = { MAX_THINKING_TOKENS: '4000' };
  const budget = { type: 'enabled', budget_tokens: 4000 };

  test('doesn’t start during a turn that another model started', async () => {
    await using server = await MessagesServer.start(
      () => {
        fixture.session.choices.setModel(BUDGETED);
        return { blocks: [toolUse('a', 'Echo', { text: 'a' })] };
      },
      done,
      done,
    );
    await using fixture = new TestSession({ url: server.url, tools: [echoTool()], env });
    await fixture.say('hi');
    await fixture.say('again');
    expect(params(server)).toEqual([budget, undefined, budget]);
    expect(server.requests.map(({ body }) => body.model)).toEqual(['test-model', BUDGETED, BUDGETED]);
  });

  test('lets older models think between calls', async () => {
    await using server = await MessagesServer.start(call('a', thought('one')), done);
    await using fixture = new TestSession({ url: server.url, tools: [echoTool()], env, model: BUDGETED });
    await fixture.say('hi');
    expect(params(server)).toEqual([budget, budget]);
    expect(server.requests[0]?.headers['anthropic-beta']).toContain('interleaved-thinking-2025-05-14');
  });
});
