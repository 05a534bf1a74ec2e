import { describe, expect, test } from 'vitest';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { fixedPermissionEngine } from '#test/support/fixed-permission-engine.ts';
import { TestSession } from '#test/support/test-session.ts';
import { endlessTool, testTool } from '#test/support/test-tools.ts';
import { outline, reply } from '../short-conversations.ts';

describe('stop', () => {
  test('during text: keeps the text, and the conversation can continue', async () => {
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

  test('while calls run: answers each, and the conversation stays valid', async () => {
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

  test('during a retry delay', async () => {
    await using server = await MessagesServer.start({ status: 429, error: 'slow', headers: { 'retry-after': '100' } });
    await using it = new TestSession({ url: server.url, retryScale: 1 });
    it.session.send('hi');
    await it.seen('request.retry');
    it.session.interrupt();
    await it.session.idle();
    expect(it.all('turn.ended')).toMatchObject([{ outcome: 'interrupted' }]);
    expect(server.requests).toHaveLength(1);
  });

  test('during an ask: withdraws it', async () => {
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
