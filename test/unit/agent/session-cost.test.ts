import { expect, test } from 'vitest';
import { overBudget, SessionCost } from '#main/agent/session-cost.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { numbered } from '#test/support/session-events.ts';
import { TestSession } from '#test/support/test-session.ts';
import { echoTool } from '#test/support/test-tools.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';

const million = { input_tokens: 1_000_000, output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };

function request(requestId: string, model: string, outcome: 'ok' | 'discarded' = 'ok'): NewSessionEvent[] {
  return [
    { type: 'request.started', data: { requestId, turnId: 't', attempt: 1, model } },
    { type: 'request.ended', data: { requestId, outcome, stopReason: null, usage: million } },
  ];
}

test('each request costs its own model’s price, thrown away or not; sub-agents’ too', () => {
  const cost = new SessionCost();
  const events = [...request('a', 'claude-opus-5-5'), ...request('b', 'claude-haiku-4-5', 'discarded'), ...request('c', 'home-made')];
  for (const event of numbered([...events, ...request('d', 'claude-sonnet-5').map((event) => ({ ...event, agentId: 'sub' }))]))
    cost.apply(event);
  expect(cost.usd).toBeCloseTo(4 + 1 + 0 + 2);
});

test.each<[string, number, number, string, string | undefined]>([
  ['below', 5, 4.99, 'claude-opus-5-5', undefined],
  ['reached', 5, 5, 'claude-opus-5-5', 'The budget of $5 is used up: this session has cost $5.0000.'],
  ['unknown', 5, 0, 'home-made', 'isn’t known'],
])('a budget that is %s', (_name, budget, spent, model, expected) => {
  const reason = overBudget(budget, spent, model);
  if (expected === undefined) expect(reason).toBeUndefined();
  else expect(reason).toContain(expected);
});

test('a turn whose budget is used up ends with its calls answered, and says why', async () => {
  await using server = await MessagesServer.start(
    { blocks: [toolUse('a', 'Echo', { text: '1' })], usage: { input_tokens: 1_000_000 } },
    { blocks: [text('x')] },
  );
  await using it = new TestSession({ url: server.url, tools: [echoTool()], model: 'claude-opus-5-5', maxBudgetUsd: 4 });
  await it.say('go');
  expect(server.requests).toHaveLength(1);
  expect(it.all('call.finished')).toMatchObject([{ callId: 'a', outcome: 'done' }]);
  expect(it.all('turn.ended')).toMatchObject([{ outcome: 'max_budget', error: expect.stringContaining('used up') }]);
  expect(it.all('notice')).toMatchObject([{ level: 'error', text: expect.stringContaining('used up') }]);
});
