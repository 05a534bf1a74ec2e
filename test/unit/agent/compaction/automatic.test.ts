import { describe, expect, test } from 'vitest';
import { toolUse } from '#test/support/messages-answer.ts';
import { conversationProblems } from '#test/support/valid-conversation.ts';
import { answerText, calls, messagesText, unmarked, start } from './compaction-fixture.ts';

describe('automatic compaction', () => {
  test('compacts a conversation that would not fit before the next request, and continues', async () => {
    await using fixture = await start([answerText('fine', 5200), answerText('THE SUMMARY', 5300), answerText('go on')]);
    await fixture.testSession.say('Never push to main. Build the parser.');
    await fixture.testSession.say('and now the tests');
    expect(fixture.kinds()).toEqual(['answer', 'summary', 'answer']);
    const sent = fixture.body(2);
    expect(conversationProblems(sent)).toEqual([]);
    expect(sent.messages).toHaveLength(3);
    expect(messagesText(sent)).toContain('THE SUMMARY');
    expect(messagesText(sent)).toContain('and now the tests');
    expect(fixture.testSession.all('conversation.compacted')).toMatchObject([{ trigger: 'auto', summary: 'THE SUMMARY' }]);
    expect(fixture.testSession.session.view.items.map(({ type }) => type)).toEqual(['user', 'text', 'user', 'compacted', 'text']);
  });

  test('requests the summary with the cached conversation, system prompt and tools', async () => {
    await using fixture = await start([answerText('fine', 5200), answerText('short'), answerText('go on')]);
    await fixture.testSession.say('one');
    await fixture.testSession.say('two');
    const [first, summary] = [fixture.body(0), fixture.body(1)];
    expect(JSON.stringify([summary.system, summary.tools])).toBe(JSON.stringify([first.system, first.tools]));
    expect(unmarked(summary).slice(0, 1)).toEqual(unmarked(first));
    expect(summary.messages[1]).toEqual({ role: 'assistant', content: [{ type: 'text', text: 'fine' }] });
  });

  test('keeps every call’s result and whole thinking blocks in the middle of a turn', async () => {
    const thinking = { type: 'thinking' as const, thinking: 'hm', signature: 'sig' };
    await using fixture = await start([
      calls('c1', 100),
      { blocks: [thinking, toolUse('c2', 'Echo', { text: 'y' })], usage: { input_tokens: 5200 } },
      answerText('SUMMARY'),
      answerText('done'),
    ]);
    await fixture.testSession.say('go');
    expect(fixture.kinds()).toEqual(['answer', 'answer', 'summary', 'answer']);
    const sent = fixture.body(3);
    expect(conversationProblems(sent)).toEqual([]);
    expect(sent.messages.slice(1)).toMatchObject([
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c1' }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1' }] },
      { role: 'assistant', content: [thinking, { type: 'tool_use', id: 'c2' }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c2', content: 'echo: y' }] },
    ]);
  });

  test('leaves results too large for the tail to the summary', async () => {
    await using fixture = await start([calls('c1', 5000, 'z'.repeat(9000)), answerText('SUMMARY'), answerText('done')]);
    await fixture.testSession.say('go');
    const sent = fixture.body(2);
    expect(conversationProblems(sent)).toEqual([]);
    expect(sent.messages).toHaveLength(1);
    expect(messagesText(sent)).toContain('SUMMARY');
  });

  test('changes the prefix once, at the compaction', async () => {
    await using fixture = await start([answerText('fine', 5200), answerText('short'), calls('c1'), calls('c2'), answerText('done')]);
    await fixture.testSession.say('one');
    await fixture.testSession.say('two');
    const sent = [2, 3, 4].map((index) => unmarked(fixture.body(index)));
    expect(sent[1]?.slice(0, sent[0]?.length)).toEqual(sent[0]);
    expect(sent[2]?.slice(0, sent[1]?.length)).toEqual(sent[1]);
  });

  test('is disabled by the settings', async () => {
    await using fixture = await start([answerText('fine', 5_000_000), answerText('go on')], { automatic: false });
    await fixture.testSession.say('one');
    await fixture.testSession.say('two');
    expect(fixture.kinds()).toEqual(['answer', 'answer']);
    expect(fixture.testSession.session.contextUsage.compactsAt).toBe(null);
  });

  test('counts what was added since the last answer', async () => {
    await using fixture = await start([answerText('fine', 2000), answerText('SUMMARY'), answerText('go on')]);
    await fixture.testSession.say('one');
    await fixture.testSession.say('y'.repeat(14_000));
    expect(fixture.kinds()).toEqual(['answer', 'summary', 'answer']);
  });
});
