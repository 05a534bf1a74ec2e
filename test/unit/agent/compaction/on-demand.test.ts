import { describe, expect, test } from 'vitest';
import { text } from '#test/support/messages-answer.ts';
import { TestSession } from '#test/support/test-session.ts';
import { testTool } from '#test/support/test-tools.ts';
import { conversationProblems } from '#test/support/valid-conversation.ts';
import { answerText, calls, messagesText, start } from './compaction-fixture.ts';

describe('manual compaction', () => {
  test('follows the person’s instructions and keeps only the summary', async () => {
    await using fixture = await start([calls('c1'), answerText('done'), answerText('SUMMARY'), answerText('next')]);
    await fixture.testSession.say('go');
    fixture.testSession.session.compact('Keep the API decisions.');
    await fixture.testSession.session.idle();
    expect(messagesText(fixture.body(2))).toContain('Keep the API decisions.');
    expect(fixture.testSession.all('conversation.compacted')).toMatchObject([
      { trigger: 'manual', instructions: 'Keep the API decisions.' },
    ]);
    await fixture.testSession.say('next');
    expect(fixture.body(3).messages).toHaveLength(1);
    expect(conversationProblems(fixture.body(3))).toEqual([]);
  });

  test('holds a message sent meanwhile until it ends', async () => {
    const { promise: until, resolve } = Promise.withResolvers<void>();
    await using fixture = await start([answerText('done'), { blocks: [text('SUMMARY')], until }, answerText('next')]);
    await fixture.testSession.say('go');
    fixture.testSession.session.compact();
    await fixture.server.received(2);
    expect(fixture.testSession.session.send('more')).toEqual({ queued: true });
    resolve();
    await fixture.testSession.session.idle();
    expect(messagesText(fixture.body(2))).toContain('SUMMARY');
    expect(messagesText(fixture.body(2))).toContain('more');
  });

  test('when stopped, leaves the conversation unchanged, says so, and keeps the message queue', async () => {
    const { promise: until } = Promise.withResolvers<void>();
    await using fixture = await start([answerText('done'), { blocks: [text('half')], until }, answerText('next')]);
    await fixture.testSession.say('go');
    fixture.testSession.session.compact();
    await fixture.server.received(2);
    fixture.testSession.session.send('more');
    fixture.testSession.session.interrupt();
    await fixture.testSession.session.idle();
    expect(fixture.notices()).toEqual(['Compacting was stopped. The conversation is as it was.']);
    expect(fixture.testSession.session.view.queued).toHaveLength(1);
    expect(fixture.server.requests).toHaveLength(2);
  });

  test('loses nothing when killed midway, and the session continues', async () => {
    const { promise: until } = Promise.withResolvers<void>();
    await using fixture = await start([answerText('done'), { blocks: [text('half')], until }, answerText('next')]);
    await fixture.testSession.say('go');
    fixture.testSession.session.compact();
    await fixture.server.received(2);
    await using found = fixture.testSession.asFoundOnDisk();
    expect(found.session.view.turn).toBe(null);
    await found.say('on');
    expect(fixture.body(2).messages).toHaveLength(3);
    expect(conversationProblems(fixture.body(2))).toEqual([]);
  });

  test('needs something to compact, and nothing running', async () => {
    await using fixture = await start([answerText('done'), answerText('SUMMARY')]);
    expect(() => fixture.testSession.session.compact()).toThrow('nothing to compact');
    fixture.testSession.session.send('go');
    expect(() => fixture.testSession.session.compact()).toThrow('A turn is running');
    await fixture.testSession.session.idle();
    fixture.testSession.session.compact();
    await fixture.testSession.session.idle();
    expect(() => fixture.testSession.session.compact()).toThrow('nothing to compact');
  });
});

test('a scripted session has no model to summarize', async () => {
  const tool = testTool('None', { run: () => '' });
  await using fixture = new TestSession({
    tools: [tool],
    makeClient: () => ({
      kind: 'scripted',
      stream: () => {
        throw new Error('not asked');
      },
    }),
  });
  expect(() => fixture.session.compact()).toThrow('scripted');
});
