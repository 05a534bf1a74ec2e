import { describe, expect, test } from 'vitest';
import { text } from '#test/support/messages-answer.ts';
import { conversationProblems } from '#test/support/valid-conversation.ts';
import { OVERFLOW, answerText, calls, messagesText, start } from './compaction-fixture.ts';

describe('when the server reports that the prompt is too long', () => {
  test('compacts and retries', async () => {
    await using it = await start([calls('c1', 100), OVERFLOW, answerText('SUMMARY'), answerText('done')]);
    await it.it.say('go');
    expect(it.kinds()).toEqual(['answer', 'answer', 'summary', 'answer']);
    expect(it.it.session.view.lastTurn?.outcome).toBe('completed');
  });

  test('continues an answer that filled the context window', async () => {
    await using it = await start([
      calls('c1', 100),
      { blocks: [text('half an ans')], stopReason: 'model_context_window_exceeded' },
      answerText('SUMMARY'),
      answerText('wer'),
    ]);
    await it.it.say('go');
    expect(it.it.session.view.lastTurn?.outcome).toBe('completed');
    expect(conversationProblems(it.body(3))).toEqual([]);
    expect(messagesText(it.body(3))).toContain('Go on where the answer stopped');
  });

  test('retries a summary request that is too long with less and less', async () => {
    const long = answerText('word '.repeat(1400), 8000);
    await using it = await start([long, long, OVERFLOW, OVERFLOW, answerText('SUMMARY'), answerText('done')], { window: 20_000 });
    await it.it.say('one');
    await it.it.say('two');
    await it.it.say('three');
    expect(it.kinds()).toEqual(['answer', 'answer', 'answer', 'summary', 'summary', 'answer']);
    const lengths = [2, 3, 4].map((index) => it.server.requests[index]?.text.length ?? 0);
    expect(lengths).toEqual(lengths.toSorted((a, b) => b - a));
    expect(new Set(lengths).size).toBe(3);
    expect(it.it.session.view.lastTurn?.outcome).toBe('completed');
  });

  test('ends the turn with advice and loses nothing when compacting doesn’t help', async () => {
    await using it = await start([calls('c1', 100), OVERFLOW, OVERFLOW, OVERFLOW, OVERFLOW]);
    await it.it.say('go');
    const { lastTurn } = it.it.session.view;
    expect(lastTurn?.outcome).toBe('failed');
    expect(lastTurn?.error).toContain('/compact');
    expect(it.notices().join()).toContain('could not be compacted');
    expect(it.it.all('conversation.compacted')).toEqual([]);
    it.server.push(answerText('again'));
    await it.it.say('go on');
    expect(it.body(-1).messages).toHaveLength(3);
    expect(conversationProblems(it.body(-1))).toEqual([]);
  });

  test('doesn’t compact again right after a compaction', async () => {
    await using it = await start([calls('c1', 100), OVERFLOW, answerText('SUMMARY'), OVERFLOW]);
    await it.it.say('go');
    expect(it.kinds()).toEqual(['answer', 'answer', 'summary', 'answer']);
    expect(it.it.session.view.lastTurn?.outcome).toBe('failed');
  });

  test('can’t help a single message that is too long', async () => {
    await using it = await start([OVERFLOW]);
    await it.it.say('m'.repeat(50_000));
    expect(it.kinds()).toEqual(['answer']);
    expect(it.it.session.view.lastTurn?.error).toContain('take back the last message');
    expect(it.it.all('notice').at(-1)?.action).toBe('shorten');
  });
});
