import { describe, expect, test } from 'vitest';
import { text } from '#test/support/messages-answer.ts';
import { conversationProblems } from '#test/support/valid-conversation.ts';
import { OVERFLOW, answerText, calls, messagesText, start } from './compaction-fixture.ts';

describe('when the server reports that the prompt is too long', () => {
  test('compacts and retries', async () => {
    await using fixture = await start([calls('c1', 100), OVERFLOW, answerText('SUMMARY'), answerText('done')]);
    await fixture.testSession.say('go');
    expect(fixture.kinds()).toEqual(['answer', 'answer', 'summary', 'answer']);
    expect(fixture.testSession.session.view.lastTurn?.outcome).toBe('completed');
  });

  test('continues an answer that filled the context window', async () => {
    await using fixture = await start([
      calls('c1', 100),
      { blocks: [text('half an ans')], stopReason: 'model_context_window_exceeded' },
      answerText('SUMMARY'),
      answerText('wer'),
    ]);
    await fixture.testSession.say('go');
    expect(fixture.testSession.session.view.lastTurn?.outcome).toBe('completed');
    expect(conversationProblems(fixture.body(3))).toEqual([]);
    expect(messagesText(fixture.body(3))).toContain('Go on where the response stopped');
  });

  test('retries a summary request that is too long with less and less', async () => {
    const long = answerText('word '.repeat(1400), 8000);
    await using fixture = await start([long, long, OVERFLOW, OVERFLOW, answerText('SUMMARY'), answerText('done')], { window: 20_000 });
    await fixture.testSession.say('one');
    await fixture.testSession.say('two');
    await fixture.testSession.say('three');
    expect(fixture.kinds()).toEqual(['answer', 'answer', 'answer', 'summary', 'summary', 'answer']);
    const lengths = [2, 3, 4].map((index) => fixture.server.requests[index]?.text.length ?? 0);
    expect(lengths).toEqual(lengths.toSorted((a, b) => b - a));
    expect(new Set(lengths).size).toBe(3);
    expect(fixture.testSession.session.view.lastTurn?.outcome).toBe('completed');
  });

  test('ends the turn with advice and loses nothing when compacting doesn’t help', async () => {
    await using fixture = await start([calls('c1', 100), OVERFLOW, OVERFLOW, OVERFLOW, OVERFLOW]);
    await fixture.testSession.say('go');
    const { lastTurn } = fixture.testSession.session.view;
    expect(lastTurn?.outcome).toBe('failed');
    expect(lastTurn?.error).toContain('/compact');
    expect(fixture.notices().join()).toContain('could not be compacted');
    expect(fixture.testSession.all('conversation.compacted')).toEqual([]);
    fixture.server.push(answerText('again'));
    await fixture.testSession.say('go on');
    expect(fixture.body(-1).messages).toHaveLength(3);
    expect(conversationProblems(fixture.body(-1))).toEqual([]);
  });

  test('doesn’t compact again right after a compaction', async () => {
    await using fixture = await start([calls('c1', 100), OVERFLOW, answerText('SUMMARY'), OVERFLOW]);
    await fixture.testSession.say('go');
    expect(fixture.kinds()).toEqual(['answer', 'answer', 'summary', 'answer']);
    expect(fixture.testSession.session.view.lastTurn?.outcome).toBe('failed');
  });

  test('can’t help a single message that is too long', async () => {
    await using fixture = await start([OVERFLOW]);
    await fixture.testSession.say('m'.repeat(50_000));
    expect(fixture.kinds()).toEqual(['answer']);
    expect(fixture.testSession.session.view.lastTurn?.error).toContain('edit the last message');
    expect(fixture.testSession.all('notice').at(-1)?.action).toBe('shorten');
  });
});
