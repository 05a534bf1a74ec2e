import { describe, expect, test } from 'vitest';
import { fixedPermissionEngine } from '#test/support/fixed-permission-engine.ts';
import { text, toolUse, type Answer } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TestSession } from '#test/support/test-session.ts';
import { endlessTool, testTool } from '#test/support/test-tools.ts';
import { conversationProblems } from '#test/support/valid-conversation.ts';

const done: Answer = { blocks: [text('Done.')] };
const origins = (it: TestSession) => it.all('user.message').map(({ origin }) => origin);
const states = (it: TestSession) => Object.fromEntries(it.session.view.callOrder.map((id) => [id, it.session.view.calls[id]?.state]));

/** A tool that makes changes and ends when the test says so. */
function slowWriter() {
  const { promise: began, resolve: begin } = Promise.withResolvers<void>();
  const { promise: end, resolve: finish } = Promise.withResolvers<void>();
  const tool = testTool('Write', {
    run: async (_input, { abortController: { signal } }) => {
      begin();
      await end;
      return signal.aborted ? 'was aborted' : 'written';
    },
  });
  return { tool, began, finish };
}

describe('a message sent immediately', () => {
  test('stops read-only calls and is sent', async () => {
    await using server = await MessagesServer.start({ blocks: [text('I look.'), toolUse('a', 'Endless', { text: '' })] }, done);
    const { promise: began, resolve } = Promise.withResolvers<void>();
    await using it = new TestSession({ url: server.url, tools: [endlessTool('Endless', resolve)] });
    it.session.send('go');
    await began;
    expect(it.session.send('stop looking', { now: true })).toEqual({ queued: true });
    await it.session.idle();
    expect(states(it)).toEqual({ a: 'cancelled' });
    expect(it.all('turn.ended').map(({ outcome }) => outcome)).toEqual(['interrupted', 'completed']);
    expect(it.session.view.queued).toEqual([]);
    const [result, message, ...rest] = server.requests[1]?.body.messages.at(-1)?.content ?? [];
    expect(result).toMatchObject({ tool_use_id: 'a', is_error: true, content: expect.stringContaining('sent a new message') });
    expect(message?.text).toBe('stop looking');
    expect(rest).toEqual([]);
  });

  test('waits for a call that makes changes; calls queued behind it never start', async () => {
    const { tool, began, finish } = slowWriter();
    let later = 0;
    const other = testTool('Later', { run: () => `${(later += 1)}` });
    await using server = await MessagesServer.start(
      { blocks: [toolUse('w', 'Write', { text: '' }), toolUse('l', 'Later', { text: '' })] },
      done,
    );
    await using it = new TestSession({ url: server.url, tools: [tool, other] });
    it.session.send('go');
    await began;
    it.session.send('and this', { now: true });
    expect(it.session.view.calls['w']?.state).toBe('running');
    expect(it.session.view.queued).toMatchObject([{ text: 'and this' }]);
    finish();
    await it.session.idle();
    expect(later).toBe(0);
    expect(states(it)).toEqual({ w: 'done', l: 'cancelled' });
    const results = server.requests[1]?.body.messages.at(-1)?.content.slice(0, 2);
    expect(results).toMatchObject([
      { tool_use_id: 'w', content: 'written' },
      { tool_use_id: 'l', is_error: true },
    ]);
    expect(conversationProblems(server.requests[1]?.body ?? { messages: [] })).toEqual([]);
  });

  test('stops a streaming answer; its text stays, and none of its other calls start', async () => {
    const never = new Promise<void>(() => undefined);
    let ran = 0;
    const tool = testTool('Write', { run: () => `${(ran += 1)}` });
    const late = { ...toolUse('w', 'Write', { text: '' }), until: never };
    await using server = await MessagesServer.start({ blocks: [text('A long story'), late] }, done);
    await using it = new TestSession({ url: server.url, tools: [tool] });
    it.session.send('go');
    await it.seen('assistant.block');
    it.session.send('shorter', { now: true });
    await it.session.idle();
    expect(ran).toBe(0);
    expect(server.requests[1]?.body.messages.map(({ role, content }) => `${role}: ${content.map((block) => block.text).join()}`)).toEqual([
      'user: go',
      'assistant: A long story',
      'user: shorter',
    ]);
  });

  test('withdraws an ask, and sends earlier queued messages along', async () => {
    let ran = 0;
    const tool = testTool('Write', { run: () => `${(ran += 1)}` });
    await using server = await MessagesServer.start({ blocks: [toolUse('w', 'Write', { text: '' })] }, done);
    await using it = new TestSession({ url: server.url, tools: [tool], engine: fixedPermissionEngine({ Write: 'ask' }) });
    it.session.send('go');
    await it.seen('call.asked');
    it.session.send('first');
    it.session.send('second', { now: true });
    await it.session.idle();
    expect({ ran, asks: it.session.view.asks }).toEqual({ ran: 0, asks: [] });
    expect(server.requests).toHaveLength(2);
    expect(
      server.requests[1]?.body.messages
        .at(-1)
        ?.content.slice(1)
        .map((block) => block.text),
    ).toEqual(['first', 'second']);
    expect(origins(it)).toEqual(['prompt', 'queued', 'queued']);
  });

  test('is sent normally while nothing runs', async () => {
    await using server = await MessagesServer.start(done);
    await using it = new TestSession({ url: server.url });
    expect(it.session.send('hi', { now: true })).toEqual({ queued: false });
    await it.session.idle();
    expect(origins(it)).toEqual(['prompt']);
  });

  test('stays queued after Stop', async () => {
    const { tool, began, finish } = slowWriter();
    await using server = await MessagesServer.start({ blocks: [toolUse('w', 'Write', { text: '' })] }, done);
    await using it = new TestSession({ url: server.url, tools: [tool] });
    it.session.send('go');
    await began;
    it.session.send('and this', { now: true });
    it.session.interrupt();
    finish();
    await it.session.idle();
    expect(it.session.view.queued).toMatchObject([{ text: 'and this' }]);
    expect(server.requests).toHaveLength(1);
  });
});
