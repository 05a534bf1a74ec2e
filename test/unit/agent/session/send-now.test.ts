import { describe, expect, test } from 'vitest';
import { fixedPermissionEngine } from '#test/support/fixed-permission-engine.ts';
import { text, toolUse, type Answer } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TestSession } from '#test/support/test-session.ts';
import { endlessTool, testTool } from '#test/support/test-tools.ts';
import { conversationProblems } from '#test/support/valid-conversation.ts';

const done: Answer = { blocks: [text('Done.')] };
const origins = (fixture: TestSession) => fixture.all('user.message').map(({ origin }) => origin);
const states = (fixture: TestSession) =>
  Object.fromEntries(fixture.session.view.callOrder.map((id) => [id, fixture.session.view.calls[id]?.state]));

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
    await using fixture = new TestSession({ url: server.url, tools: [endlessTool('Endless', resolve)] });
    fixture.session.send('go');
    await began;
    expect(fixture.session.send('stop looking', { now: true })).toEqual({ queued: true });
    await fixture.session.idle();
    expect(states(fixture)).toEqual({ a: 'cancelled' });
    expect(fixture.all('turn.ended').map(({ outcome }) => outcome)).toEqual(['interrupted', 'completed']);
    expect(fixture.session.view.queued).toEqual([]);
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
    await using fixture = new TestSession({ url: server.url, tools: [tool, other] });
    fixture.session.send('go');
    await began;
    fixture.session.send('and this', { now: true });
    expect(fixture.session.view.calls['w']?.state).toBe('running');
    expect(fixture.session.view.queued).toMatchObject([{ text: 'and this' }]);
    finish();
    await fixture.session.idle();
    expect(later).toBe(0);
    expect(states(fixture)).toEqual({ w: 'done', l: 'cancelled' });
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
    await using fixture = new TestSession({ url: server.url, tools: [tool] });
    fixture.session.send('go');
    await fixture.seen('assistant.block');
    fixture.session.send('shorter', { now: true });
    await fixture.session.idle();
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
    await using fixture = new TestSession({ url: server.url, tools: [tool], engine: fixedPermissionEngine({ Write: 'ask' }) });
    fixture.session.send('go');
    await fixture.seen('call.asked');
    fixture.session.send('first');
    fixture.session.send('second', { now: true });
    await fixture.session.idle();
    expect({ ran, asks: fixture.session.view.asks }).toEqual({ ran: 0, asks: [] });
    expect(server.requests).toHaveLength(2);
    expect(
      server.requests[1]?.body.messages
        .at(-1)
        ?.content.slice(1)
        .map((block) => block.text),
    ).toEqual(['first', 'second']);
    expect(origins(fixture)).toEqual(['prompt', 'queued', 'queued']);
  });

  test('is sent normally while nothing runs', async () => {
    await using server = await MessagesServer.start(done);
    await using fixture = new TestSession({ url: server.url });
    expect(fixture.session.send('hi', { now: true })).toEqual({ queued: false });
    await fixture.session.idle();
    expect(origins(fixture)).toEqual(['prompt']);
  });

  test('stays queued after Stop', async () => {
    const { tool, began, finish } = slowWriter();
    await using server = await MessagesServer.start({ blocks: [toolUse('w', 'Write', { text: '' })] }, done);
    await using fixture = new TestSession({ url: server.url, tools: [tool] });
    fixture.session.send('go');
    await began;
    fixture.session.send('and this', { now: true });
    fixture.session.interrupt();
    finish();
    await fixture.session.idle();
    expect(fixture.session.view.queued).toMatchObject([{ text: 'and this' }]);
    expect(server.requests).toHaveLength(1);
  });
});
