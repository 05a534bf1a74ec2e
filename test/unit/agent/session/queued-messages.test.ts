import { describe, expect, test } from 'vitest';
import { text } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TestSession } from '#test/support/test-session.ts';
import { outline, reply } from '../short-conversations.ts';

describe('messages sent during a turn', () => {
  test('are sent in order at its end, and can be withdrawn', async () => {
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

  test('stay queued when the turn is stopped, and are sent with the next one', async () => {
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

test('a listener of the turn’s end can start the next turn', async () => {
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
