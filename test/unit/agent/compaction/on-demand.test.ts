import { describe, expect, test } from 'vitest';
import { text } from '#test/support/messages-answer.ts';
import { TestSession } from '#test/support/test-session.ts';
import { testTool } from '#test/support/test-tools.ts';
import { conversationProblems } from '#test/support/valid-conversation.ts';
import { answerText, calls, messagesText, start } from './compaction-fixture.ts';

describe('manual compaction', () => {
  test('follows the person’s instructions and keeps only the summary', async () => {
    await using it = await start([calls('c1'), answerText('done'), answerText('SUMMARY'), answerText('next')]);
    await it.it.say('go');
    it.it.session.compact('Keep the API decisions.');
    await it.it.session.idle();
    expect(messagesText(it.body(2))).toContain('Keep the API decisions.');
    expect(it.it.all('conversation.compacted')).toMatchObject([{ trigger: 'manual', instructions: 'Keep the API decisions.' }]);
    await it.it.say('next');
    expect(it.body(3).messages).toHaveLength(1);
    expect(conversationProblems(it.body(3))).toEqual([]);
  });

  test('holds a message sent meanwhile until it ends', async () => {
    const { promise: until, resolve } = Promise.withResolvers<void>();
    await using it = await start([answerText('done'), { blocks: [text('SUMMARY')], until }, answerText('next')]);
    await it.it.say('go');
    it.it.session.compact();
    await it.server.received(2);
    expect(it.it.session.send('more')).toEqual({ queued: true });
    resolve();
    await it.it.session.idle();
    expect(messagesText(it.body(2))).toContain('SUMMARY');
    expect(messagesText(it.body(2))).toContain('more');
  });

  test('when stopped, leaves the conversation unchanged, says so, and keeps the message queue', async () => {
    const { promise: until } = Promise.withResolvers<void>();
    await using it = await start([answerText('done'), { blocks: [text('half')], until }, answerText('next')]);
    await it.it.say('go');
    it.it.session.compact();
    await it.server.received(2);
    it.it.session.send('more');
    it.it.session.interrupt();
    await it.it.session.idle();
    expect(it.notices()).toEqual(['Compacting was stopped. The conversation is as it was.']);
    expect(it.it.session.view.queued).toHaveLength(1);
    expect(it.server.requests).toHaveLength(2);
  });

  test('loses nothing when killed midway, and the session continues', async () => {
    const { promise: until } = Promise.withResolvers<void>();
    await using it = await start([answerText('done'), { blocks: [text('half')], until }, answerText('next')]);
    await it.it.say('go');
    it.it.session.compact();
    await it.server.received(2);
    await using found = it.it.asFoundOnDisk();
    expect(found.session.view.turn).toBe(null);
    await found.say('on');
    expect(it.body(2).messages).toHaveLength(3);
    expect(conversationProblems(it.body(2))).toEqual([]);
  });

  test('needs something to compact, and nothing running', async () => {
    await using it = await start([answerText('done'), answerText('SUMMARY')]);
    expect(() => it.it.session.compact()).toThrow('nothing to compact');
    it.it.session.send('go');
    expect(() => it.it.session.compact()).toThrow('A turn is running');
    await it.it.session.idle();
    it.it.session.compact();
    await it.it.session.idle();
    expect(() => it.it.session.compact()).toThrow('nothing to compact');
  });
});

test('a scripted session has no model to summarize', async () => {
  const tool = testTool('None', { run: () => '' });
  await using it = new TestSession({
    tools: [tool],
    makeClient: () => ({
      kind: 'scripted',
      stream: () => {
        throw new Error('not asked');
      },
    }),
  });
  expect(() => it.session.compact()).toThrow('scripted');
});
