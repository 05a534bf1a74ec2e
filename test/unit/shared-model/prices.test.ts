import { expect, test } from 'vitest';
import { costUsd, priceOf } from '#shared/model/prices.ts';

const million = { input_tokens: 1_000_000, output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };

test.each([
  { model: 'claude-opus-5-5', usage: million, expected: 4 },
  { model: 'claude-opus-5-5-20261001', usage: million, expected: 4 },
  { model: 'claude-opus-5', usage: million, expected: 5 },
  { model: 'claude-sonnet-5-5', usage: { ...million, output_tokens: 1_000_000 }, expected: 12 },
  { model: 'claude-sonnet-5', usage: { ...million, input_tokens: 0, cache_creation_input_tokens: 1_000_000 }, expected: 2.5 },
  { model: 'claude-sonnet-5', usage: { ...million, input_tokens: 0, cache_read_input_tokens: 1_000_000 }, expected: 0.2 },
  { model: 'claude-opus-4-5-20251101', usage: million, expected: 5 },
  { model: 'claude-opus-4-1-20250805', usage: million, expected: 15 },
  { model: 'claude-haiku-5-5', usage: { ...million, input_tokens: 100_000, output_tokens: 1_000_000 }, expected: 0.51 },
  { model: 'claude-haiku-5-5', usage: { ...million, input_tokens: 50_000, cache_read_input_tokens: 50_001 }, expected: 0.027500_05 },
])('$model → $expected', ({ model, usage, expected }) => {
  expect(costUsd(model, usage) ?? Number.NaN).toBeCloseTo(expected, 9);
});

test.each(['qwen3-coder', 'claude-opus-50'])('the price of %s is unknown', (model) => {
  expect([costUsd(model, million), priceOf(model)]).toEqual([undefined, undefined]);
});
