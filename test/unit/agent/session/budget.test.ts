import { describe, expect, test } from 'vitest';
import { overBudget } from '#main/agent/session/session-services.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TestSession } from '#test/support/test-session.ts';
import { echoTool } from '#test/support/test-tools.ts';

test.each<[string, number, number, string, string | undefined]>([
  ['below', 5, 4.99, 'claude-opus-5-5', undefined],
  ['reached', 5, 5, 'claude-opus-5-5', 'The budget of $5 is used up: this session has cost $5.00.'],
  ['unknown', 5, 0, 'home-made', 'isn’t known'],
])('a budget that is %s', (_name, budget, spent, model, expected) => {
  const reason = overBudget(budget, spent, model);
  if (expected === undefined) expect(reason).toBeUndefined();
  else expect(reason).toContain(expected);
});

test('a turn that uses up its budget answers its calls and reports the reason', async () => {
  await using server = await MessagesServer.start(
    { blocks: [toolUse('a', 'Echo', { text: '1' })], usage: { input_tokens: 1_000_000 } },
    { blocks: [text('x')] },
  );
  await using fixture = new TestSession({ url: server.url, tools: [echoTool()], model: 'claude-opus-5-5', maxBudgetUsd: 4 });
  await fixture.say('go');
  expect(server.requests).toHaveLength(1);
  expect(fixture.all('call.finished')).toMatchObject([{ callId: 'a', outcome: 'done' }]);
  expect(fixture.all('turn.ended')).toMatchObject([{ outcome: 'max_budget', error: expect.stringContaining('used up') }]);
  expect(fixture.all('notice')).toMatchObject([{ level: 'error', action: 'raise_budget', text: expect.stringContaining('used up') }]);
});

describe('a budget set by a person', () => {
  const costly = { blocks: [toolUse('a', 'Echo', { text: '1' })], usage: { input_tokens: 1_000_000 } };
  const opus = 'claude-opus-5-5';

  test('applies from the next request on; when raised, the turn continues', async () => {
    await using server = await MessagesServer.start(costly, { blocks: [text('Done.')] });
    await using fixture = new TestSession({ url: server.url, tools: [echoTool()], model: opus });
    fixture.session.choices.setBudget(3);
    await fixture.say('go');
    expect(fixture.session.view).toMatchObject({ budgetUsd: 3, lastTurn: { outcome: 'max_budget' } });
    fixture.session.choices.setBudget(10);
    fixture.session.retry();
    await fixture.session.idle();
    expect(fixture.session.view.lastTurn).toMatchObject({ outcome: 'completed' });
    expect(server.requests.at(-1)?.body.messages.at(-1)?.content).toMatchObject([{ type: 'tool_result', tool_use_id: 'a' }]);
  });

  test('survives a restart, including the amount already spent', async () => {
    await using server = await MessagesServer.start(costly, { blocks: [text('Done.')] });
    await using fixture = new TestSession({ url: server.url, tools: [echoTool()], model: opus });
    fixture.session.choices.setBudget(3);
    await fixture.say('go');
    await fixture.reopen();
    await fixture.say('on');
    expect(server.requests).toHaveLength(1);
    expect(fixture.session.view.lastTurn).toMatchObject({ outcome: 'max_budget' });
    fixture.session.choices.setBudget(null);
    await fixture.say('on');
    expect(fixture.session.view).toMatchObject({ budgetUsd: null, lastTurn: { outcome: 'completed' } });
  });

  test('yields to the budget given at start, which can’t be changed', async () => {
    await using server = await MessagesServer.start();
    await using fixture = new TestSession({ url: server.url, maxBudgetUsd: 4 });
    expect(() => fixture.session.choices.setBudget(5)).toThrow('given at start');
  });
});
