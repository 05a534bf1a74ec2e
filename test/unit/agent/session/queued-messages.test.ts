import { describe, expect, test } from 'vitest';
import { text } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TestSession } from '#test/support/test-session.ts';
import { outline, reply } from '../short-conversations.ts';

describe('messages sent during a turn', () => {
  test('are sent in order at its end, and can be withdrawn', async () => {
    const { promise: go, resolve } = Promise.withResolvers<void>();
    await using server = await MessagesServer.start({ blocks: [text('one')], until: go }, reply('two'));
    await using fixture = new TestSession({ url: server.url });
    expect(fixture.session.send('first')).toEqual({ queued: false });
    await server.received(1);
    expect(fixture.session.send('second')).toEqual({ queued: true });
    fixture.session.send('third');
    fixture.session.send('fourth');
    const [, third] = fixture.session.view.queued;
    fixture.session.unqueue(third?.messageId ?? '');
    fixture.session.unqueue('unknown');
    resolve();
    await fixture.session.idle();
    expect(outline(server.requests[1]?.body)).toEqual(['user: first', 'assistant: one', 'user: second, fourth']);
    expect(fixture.session.view.queued).toEqual([]);
    expect(fixture.all('turn.ended')).toHaveLength(2);
  });

  test('stay queued when the turn is stopped, and are sent with the next one', async () => {
    await using server = await MessagesServer.start({ blocks: [], after: 'stall' }, reply('ok'));
    await using fixture = new TestSession({ url: server.url });
    fixture.session.send('first');
    await server.received(1);
    fixture.session.send('second');
    fixture.session.interrupt();
    await fixture.session.idle();
    expect(fixture.session.view.queued).toHaveLength(1);
    await fixture.say('third');
    expect(outline(server.requests[1]?.body)).toEqual(['user: first, [Request interrupted by user], second, third']);
  });

  test('go out at once when one is sent after the turn was stopped, also before it has ended', async () => {
    await using server = await MessagesServer.start({ blocks: [], after: 'stall' }, reply('ok'));
    await using fixture = new TestSession({ url: server.url });
    fixture.session.send('first');
    await server.received(1);
    fixture.session.send('second');
    fixture.session.interrupt();
    expect(fixture.session.send('third')).toEqual({ queued: true });
    await server.received(2);
    await fixture.session.idle();
    expect(outline(server.requests[1]?.body)).toEqual(['user: first, [Request interrupted by user], second, third']);
  });

  test('stay queued when the one sent after the turn was stopped is withdrawn', async () => {
    await using server = await MessagesServer.start({ blocks: [], after: 'stall' }, reply('ok'));
    await using fixture = new TestSession({ url: server.url });
    fixture.session.send('first');
    await server.received(1);
    fixture.session.send('second');
    fixture.session.interrupt();
    fixture.session.send('third');
    fixture.session.unqueue(fixture.session.view.queued[1]?.messageId ?? '');
    await fixture.session.idle();
    expect(fixture.session.view.queued.map((message) => message.text)).toEqual(['second']);
    expect(server.requests).toHaveLength(1);
  });
});

describe('a queued message that is sent after a stop', () => {
  const stopped = async (fixture: TestSession, server: MessagesServer) => {
    fixture.session.send('first');
    await server.received(1);
    for (const text of ['x1', 'x2', 'x3']) fixture.session.send(text);
    fixture.session.interrupt();
    await fixture.session.idle();
    return fixture.session.view.queued.map(({ messageId }) => messageId);
  };
  const waiting = (fixture: TestSession) => fixture.session.view.queued.map(({ text: words }) => words);

  test('is sent alone; the others wait in their order, also after its turn', async () => {
    await using server = await MessagesServer.start({ blocks: [], after: 'stall' }, reply('ok'), reply('ok too'), reply('all'));
    await using fixture = new TestSession({ url: server.url });
    const [, second = '', third = ''] = await stopped(fixture, server);
    fixture.session.sendQueued(second);
    expect(() => fixture.session.sendQueued(third)).toThrow('A turn is running');
    await fixture.session.idle();
    expect(waiting(fixture)).toEqual(['x1', 'x3']);
    fixture.session.sendQueued('unknown');
    fixture.session.sendQueued(third);
    await fixture.session.idle();
    expect(waiting(fixture)).toEqual(['x1']);
    expect(fixture.all('user.message').flatMap(({ origin, visibility }) => (visibility === 'both' ? origin : []))).toEqual([
      'prompt',
      'interruption',
      'prompt',
      'prompt',
    ]);
    await fixture.say('last');
    expect(outline(server.requests[3]?.body).slice(-3)).toEqual(['user: x3', 'assistant: ok too', 'user: x1, last']);
  });

  test('lets the others follow when another message is sent during its turn', async () => {
    const { promise: go, resolve } = Promise.withResolvers<void>();
    await using server = await MessagesServer.start({ blocks: [], after: 'stall' }, { blocks: [text('ok')], until: go }, reply('all'));
    await using fixture = new TestSession({ url: server.url });
    const [first = ''] = await stopped(fixture, server);
    fixture.session.sendQueued(first);
    await server.received(2);
    fixture.session.send('last');
    resolve();
    await fixture.session.idle();
    expect(outline(server.requests[2]?.body).at(-1)).toBe('user: x2, x3, last');
  });
});

test('a listener of the turn’s end can start the next turn', async () => {
  await using server = await MessagesServer.start({ status: 401, error: 'no' }, reply('ok'));
  await using fixture = new TestSession({ url: server.url });
  const stop = fixture.session.log.subscribe((event) => {
    if (event.type !== 'turn.ended') return;
    stop();
    fixture.session.retry();
  });
  await fixture.say('hi');
  expect(fixture.events.flatMap(({ type }) => (type.startsWith('turn.') ? [type] : []))).toEqual([
    'turn.started',
    'turn.ended',
    'turn.started',
    'turn.ended',
  ]);
});
