import { describe, expect, test } from 'vitest';
import type { Usage } from '#shared/session/content.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import { NO_SPENDING, NO_USAGE, spendingAfter, spentTokens, spentUsd, type Spending } from '#shared/session/spending.ts';
import { numbered } from '#test/support/session-events.ts';

const MILLION: Usage = { ...NO_USAGE, input_tokens: 1_000_000 };

function request(requestId: string, model: string, change: { usage?: Usage | null; purpose?: 'compaction'; agentId?: string } = {}) {
  const { usage = MILLION, purpose, agentId } = change;
  const events: NewSessionEvent[] = [
    { type: 'request.started', data: { requestId, turnId: 't', attempt: 1, model, ...(purpose && { purpose }) } },
    { type: 'request.ended', data: { requestId, outcome: 'ok', stopReason: null, usage } },
  ];
  return events.map((event) => (agentId === undefined ? event : { ...event, agentId }));
}

function fold(...events: readonly (NewSessionEvent | readonly NewSessionEvent[])[]): Spending {
  return numbered(events.flat()).reduce((spending, event) => spendingAfter(spending, event), NO_SPENDING);
}

const asked = (model: string, agentId?: string): NewSessionEvent => ({
  type: 'classifier.asked',
  data: { model, stage: 'fast', usage: MILLION },
  ...(agentId !== undefined && { agentId }),
});

describe('session spending', () => {
  test('has a row per agent, model and purpose, each request at its own model’s price', () => {
    const spending = fold(
      request('a', 'claude-opus-5-5'),
      request('b', 'claude-opus-5-5'),
      request('c', 'claude-haiku-4-5'),
      request('d', 'claude-opus-5-5', { purpose: 'compaction' }),
      request('e', 'claude-sonnet-5', { agentId: 'sub' }),
      asked('claude-opus-5-5'),
      asked('claude-sonnet-5', 'sub'),
    );
    expect(spending.rows).toMatchObject([
      { model: 'claude-opus-5-5', requests: 2, usd: 8, usage: { input_tokens: 2_000_000 } },
      { model: 'claude-haiku-4-5', requests: 1, usd: 1 },
      { model: 'claude-opus-5-5', purpose: 'compaction', usd: 4 },
      { model: 'claude-sonnet-5', agentId: 'sub', usd: 2 },
      { model: 'claude-opus-5-5', purpose: 'classifier', usd: 4 },
      { model: 'claude-sonnet-5', agentId: 'sub', purpose: 'classifier', usd: 2 },
    ]);
    expect(spentUsd(spending)).toBeCloseTo(21);
    expect(spentTokens(spending).input_tokens).toBe(7_000_000);
    expect(spending.open).toEqual({});
  });

  test('counts a discarded answer; one without usage counts as a request, and one without a price costs nothing known', () => {
    const thrownAway: NewSessionEvent = {
      type: 'request.ended',
      data: { requestId: 'a', outcome: 'discarded', stopReason: null, usage: MILLION },
    };
    const spending = fold(
      request('a', 'claude-haiku-4-5').slice(0, 1),
      thrownAway,
      request('b', 'home-made'),
      request('c', 'home-made', { usage: null }),
    );
    expect(spending.rows).toMatchObject([
      { model: 'claude-haiku-4-5', requests: 1, usd: 1 },
      { model: 'home-made', requests: 2, usd: null, usage: { input_tokens: 1_000_000 } },
    ]);
    expect(spentUsd(spending)).toBe(1);
  });

  test('prices a long prompt separately from earlier short ones', () => {
    const long = request('b', 'claude-haiku-5-5', { usage: { ...NO_USAGE, input_tokens: 200_000 } });
    const short = request('a', 'claude-haiku-5-5', { usage: { ...NO_USAGE, input_tokens: 100_000 } });
    expect(spentUsd(fold(short, long))).toBeCloseTo(0.01 + 0.1);
  });

  test('is nothing for a script, whatever model it stands for', () => {
    const data = { model: 'claude-opus-5-5', isScripted: true as const };
    const spending = fold(
      { type: 'request.started', data: { requestId: 'a', turnId: 't', attempt: 1, ...data } },
      { type: 'request.ended', data: { requestId: 'a', outcome: 'ok', stopReason: 'end_turn', usage: MILLION } },
      { type: 'classifier.asked', data: { stage: 'fast', usage: MILLION, ...data } },
    );
    expect(spending.rows).toMatchObject([{ usd: 0, usage: MILLION }, { usd: 0 }]);
  });

  test('drops a request in flight when Gatehouse was killed', () => {
    const spending = fold(request('a', 'claude-haiku-4-5').slice(0, 1), { type: 'session.resumed', data: { pid: 1 } });
    expect(spending).toEqual({ open: {}, rows: [] });
  });
});
