import { describe, expect, test } from 'vitest';
import { text } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TestSession } from '#test/support/test-session.ts';
import { conversationProblems } from '#test/support/valid-conversation.ts';

const answerText = (words: string) => ({ blocks: [text(words)] });
const never = new Promise<void>(() => undefined);

describe('retrying after Gatehouse was killed', () => {
  test('during a compaction: offers no retry, and the next message continues', async () => {
    await using server = await MessagesServer.start(answerText('1'), { blocks: [text('a summary')], until: never });
    await using fixture = new TestSession({ url: server.url });
    await fixture.say('one');
    fixture.session.compact();
    await server.received(2);
    await using found = fixture.asFoundOnDisk();
    expect(() => found.session.retry()).toThrow('nothing to try again');
    server.push(answerText('2'));
    await found.say('two');
    expect(server.requests[2]?.body.messages.at(-1)).toMatchObject({ role: 'user', content: [{ text: 'two' }] });
  });

  test('during an answer: tells the model, and the request doesn’t end with the model’s own text', async () => {
    await using server = await MessagesServer.start({ blocks: [text('Half of'), { ...text('never'), until: never }] }, answerText('2'));
    await using fixture = new TestSession({ url: server.url });
    fixture.session.send('one');
    await fixture.seen('assistant.block');
    await using found = fixture.asFoundOnDisk();
    found.session.retry();
    await found.session.idle();
    const body = server.requests[1]?.body;
    expect(body?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(conversationProblems(JSON.parse(server.requests[1]?.text ?? ''))).toEqual([]);
    expect(found.session.view.lastTurn?.outcome).toBe('completed');
  });
});
