import { describe, expect, test } from 'vitest';
import { spentTokens } from '#shared/session/spending.ts';
import { text, type Answer } from '#test/support/messages-answer.ts';
import { OVERFLOW, answerText, calls, messagesText, start } from './compaction-fixture.ts';

describe('compaction failures', () => {
  test.each<[string, Answer]>([
    ['a refusal', { blocks: [text('No.')], stopReason: 'refusal' }],
    ['an empty answer', { blocks: [] }],
    ['only a tool call', calls('bad')],
    ['a revoked key', { status: 401, error: 'invalid key' }],
  ])('%s leaves the conversation unchanged, reports it and runs nothing', async (_what, answer) => {
    await using it = await start([answerText('fine', 5200), answer, answerText('go on', 100)]);
    await it.it.say('one');
    await it.it.say('two');
    expect(it.notices().join()).toContain('could not be compacted');
    expect(it.body(2).messages).toHaveLength(3);
    expect(it.it.all('call.queued')).toEqual([]);
    expect(it.it.session.view.lastTurn?.outcome).toBe('completed');
  });

  test('cuts the summary of a server that ignores the limit', async () => {
    await using it = await start([answerText('fine', 5200), answerText('s'.repeat(100_000)), answerText('go on', 100)]);
    await it.it.say('one');
    await it.it.say('two');
    const [compacted] = it.it.all('conversation.compacted');
    expect(compacted?.summary).toMatch(/^s+\n\[The summary was cut off here\.\]$/u);
    expect(compacted?.tokensAfter).toBeLessThan(5000);
    expect(messagesText(it.body(2)).length).toBeLessThan(20_000);
  });

  test('makes no summary request when not even the newest part fits', async () => {
    await using it = await start([answerText('fine'), OVERFLOW], { window: 3 });
    await it.it.say('one');
    await it.it.say('two');
    expect(it.it.all('conversation.compacted')).toEqual([]);
    expect(it.kinds()).not.toContain('summary');
  });

  test('gives up after three failures in a row, until the person sends a message', async () => {
    const refusal: Answer = { blocks: [text('No.')], stopReason: 'refusal' };
    const turn = [1, 2, 3, 4, 5].flatMap((n) => (n <= 3 ? [refusal, calls(`c${n}`, 5200)] : [calls(`c${n}`, 5200)]));
    await using it = await start([answerText('fine', 5200), ...turn, answerText('done', 5200), refusal, answerText('ok')]);
    await it.it.say('one');
    await it.it.say('two');
    expect(it.kinds().filter((kind) => kind === 'summary')).toHaveLength(3);
    await it.it.say('three');
    expect(it.kinds().filter((kind) => kind === 'summary')).toHaveLength(4);
  });

  test('doesn’t compact endlessly when the conversation fills up each time', async () => {
    const full = (n: number): Answer[] => [answerText('SUMMARY'), calls(`c${n}`, 5200)];
    await using it = await start([answerText('fine', 5200), ...[1, 2, 3, 4].flatMap(full), calls('c5', 5200), answerText('done', 5200)]);
    await it.it.say('one');
    await it.it.say('two');
    expect(it.kinds().filter((kind) => kind === 'summary')).toHaveLength(4);
    expect(it.it.session.view.lastTurn?.outcome).toBe('completed');
  });

  test('stopping it stops the turn and leaves the conversation unchanged', async () => {
    const { promise: never } = Promise.withResolvers<void>();
    await using it = await start([answerText('fine', 5200), { blocks: [text('half')], until: never }, answerText('go on')]);
    await it.it.say('one');
    it.it.session.send('two');
    await it.server.received(2);
    it.it.session.interrupt();
    await it.it.session.idle();
    expect(it.it.session.view.lastTurn?.outcome).toBe('interrupted');
    expect(it.it.all('conversation.compacted')).toEqual([]);
    expect(it.notices()).toEqual([]);
  });

  test('a hook can block it', async () => {
    const after: string[] = [];
    const hooks = {
      before: () => Promise.resolve({ refused: 'The hook says no.' }),
      after: ({ summary }: { summary: string }) => Promise.resolve(void after.push(summary)),
    };
    await using it = await start([answerText('fine')], { compactionHooks: hooks });
    await it.it.say('one');
    it.it.session.compact();
    await it.it.session.idle();
    expect(it.notices().join()).toContain('The hook says no.');
    expect([it.server.requests.length, after.length]).toEqual([1, 0]);
  });

  test('counts its requests as cost, and makes none once the budget is used up', async () => {
    const model = 'claude-haiku-4-5';
    const paid = (answer: Answer): Answer => answer;
    await using it = await start([answerText('fine', 5200), paid(answerText('SUMMARY', 1_000_000)), answerText('go on')], {
      model,
      maxBudgetUsd: 0.5,
    });
    await it.it.say('one');
    await it.it.say('two');
    expect(it.kinds()).toEqual(['answer', 'summary']);
    expect(it.it.session.view.lastTurn?.outcome).toBe('max_budget');
    expect(spentTokens(it.it.session.view.spending).input_tokens).toBe(1_005_200);
    it.it.session.compact();
    await it.it.session.idle();
    expect(it.kinds()).toHaveLength(2);
  });
});
