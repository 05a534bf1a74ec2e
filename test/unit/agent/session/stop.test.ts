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
    await using fixture = new TestSession({ url: server.url });
    fixture.session.send('hi');
    await expect.poll(() => fixture.frames.length).toBe(2);
    fixture.session.interrupt();
    await fixture.session.idle();
    expect(fixture.all('turn.ended')).toMatchObject([{ outcome: 'interrupted' }]);
    await fixture.say('and now?');
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
    await using fixture = new TestSession({
      url: server.url,
      tools: [endlessTool('Endless', resolve), testTool('Write', { run: () => 'never' })],
    });
    fixture.session.send('hi');
    await started;
    fixture.session.interrupt();
    await fixture.session.idle();
    expect(fixture.all('call.finished').map(({ outcome }) => outcome)).toEqual(['cancelled', 'cancelled']);
    await fixture.say('go on');
    expect(outline(server.requests[1]?.body)[2]).toBe('user: result a, result b, [Request interrupted by user for tool use], go on');
  });

  test('during a retry delay', async () => {
    await using server = await MessagesServer.start({ status: 429, error: 'slow', headers: { 'retry-after': '100' } });
    await using fixture = new TestSession({ url: server.url, retryScale: 1 });
    fixture.session.send('hi');
    await fixture.seen('request.retry');
    fixture.session.interrupt();
    await fixture.session.idle();
    expect(fixture.all('turn.ended')).toMatchObject([{ outcome: 'interrupted' }]);
    expect(server.requests).toHaveLength(1);
  });

  test('during an ask: withdraws it', async () => {
    await using server = await MessagesServer.start({ blocks: [toolUse('a', 'Write', { text: 'x' })] });
    await using fixture = new TestSession({
      url: server.url,
      tools: [testTool('Write', { run: () => 'never' })],
      engine: fixedPermissionEngine({ Write: 'ask' }),
    });
    fixture.session.send('hi');
    const { ask } = await fixture.seen('call.asked');
    fixture.session.interrupt();
    await fixture.session.idle();
    expect(fixture.session.view.asks).toEqual([]);
    expect(fixture.session.answer(ask.askId, ask.digest, { type: 'allow_once' })).toBe('gone');
    expect(fixture.all('call.finished')).toMatchObject([{ outcome: 'cancelled' }]);
  });
});
