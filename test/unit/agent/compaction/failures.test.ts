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
    await using fixture = await start([answerText('fine', 5200), answer, answerText('go on', 100)]);
    await fixture.testSession.say('one');
    await fixture.testSession.say('two');
    expect(fixture.notices().join()).toContain('could not be compacted');
    expect(fixture.body(2).messages).toHaveLength(3);
    expect(fixture.testSession.all('call.queued')).toEqual([]);
    expect(fixture.testSession.session.view.lastTurn?.outcome).toBe('completed');
  });

  test('cuts the summary of a server that ignores the limit', async () => {
    await using fixture = await start([answerText('fine', 5200), answerText('s'.repeat(100_000)), answerText('go on', 100)]);
    await fixture.testSession.say('one');
    await fixture.testSession.say('two');
    const [compacted] = fixture.testSession.all('conversation.compacted');
    expect(compacted?.summary).toMatch(/^s+\n\[The summary was cut off here\.\]$/u);
    expect(compacted?.tokensAfter).toBeLessThan(5000);
    expect(messagesText(fixture.body(2)).length).toBeLessThan(20_000);
  });

  test('makes no summary request when not even the newest part fits', async () => {
    await using fixture = await start([answerText('fine'), OVERFLOW], { window: 3 });
    await fixture.testSession.say('one');
    await fixture.testSession.say('two');
    expect(fixture.testSession.all('conversation.compacted')).toEqual([]);
    expect(fixture.kinds()).not.toContain('summary');
  });

  test('gives up after three failures in a row, until the person sends a message', async () => {
    const refusal: Answer = { blocks: [text('No.')], stopReason: 'refusal' };
    const turn = [1, 2, 3, 4, 5].flatMap((n) => (n <= 3 ? [refusal, calls(`c${n}`, 5200)] : [calls(`c${n}`, 5200)]));
    await using fixture = await start([answerText('fine', 5200), ...turn, answerText('done', 5200), refusal, answerText('ok')]);
    await fixture.testSession.say('one');
    await fixture.testSession.say('two');
    expect(fixture.kinds().filter((kind) => kind === 'summary')).toHaveLength(3);
    await fixture.testSession.say('three');
    expect(fixture.kinds().filter((kind) => kind === 'summary')).toHaveLength(4);
  });

  test('doesn’t compact endlessly when the conversation fills up each time', async () => {
    const full = (n: number): Answer[] => [answerText('SUMMARY'), calls(`c${n}`, 5200)];
    await using fixture = await start([
      answerText('fine', 5200),
      ...[1, 2, 3, 4].flatMap(full),
      calls('c5', 5200),
      answerText('done', 5200),
    ]);
    await fixture.testSession.say('one');
    await fixture.testSession.say('two');
    expect(fixture.kinds().filter((kind) => kind === 'summary')).toHaveLength(4);
    expect(fixture.testSession.session.view.lastTurn?.outcome).toBe('completed');
  });

  test('stopping it stops the turn and leaves the conversation unchanged', async () => {
    const { promise: never } = Promise.withResolvers<void>();
    await using fixture = await start([answerText('fine', 5200), { blocks: [text('half')], until: never }, answerText('go on')]);
    await fixture.testSession.say('one');
    fixture.testSession.session.send('two');
    await fixture.server.received(2);
    fixture.testSession.session.interrupt();
    await fixture.testSession.session.idle();
    expect(fixture.testSession.session.view.lastTurn?.outcome).toBe('interrupted');
    expect(fixture.testSession.all('conversation.compacted')).toEqual([]);
    expect(fixture.notices()).toEqual([]);
  });

  test('a hook can block it', async () => {
    const after: string[] = [];
    const hooks = {
      before: () => Promise.resolve({ refused: 'The hook says no.' }),
      after: ({ summary }: { summary: string }) => Promise.resolve(void after.push(summary)),
    };
    await using fixture = await start([answerText('fine')], { compactionHooks: hooks });
    await fixture.testSession.say('one');
    fixture.testSession.session.compact();
    await fixture.testSession.session.idle();
    expect(fixture.notices().join()).toContain('The hook says no.');
    expect([fixture.server.requests.length, after.length]).toEqual([1, 0]);
  });

  test('counts its requests as cost, and makes none once the budget is used up', async () => {
    const model = 'claude-haiku-4-5';
    const paid = (answer: Answer): Answer => answer;
    await using fixture = await start([answerText('fine', 5200), paid(answerText('SUMMARY', 1_000_000)), answerText('go on')], {
      model,
      maxBudgetUsd: 0.5,
    });
    await fixture.testSession.say('one');
    await fixture.testSession.say('two');
    expect(fixture.kinds()).toEqual(['answer', 'summary']);
    expect(fixture.testSession.session.view.lastTurn?.outcome).toBe('max_budget');
    expect(spentTokens(fixture.testSession.session.view.spending).input_tokens).toBe(1_005_200);
    fixture.testSession.session.compact();
    await fixture.testSession.session.idle();
    expect(fixture.kinds()).toHaveLength(2);
  });
});
