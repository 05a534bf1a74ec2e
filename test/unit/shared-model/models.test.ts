import { describe, expect, test } from 'vitest';
import { resolveModel } from '#main/model/resolve-model.ts';
import { maxOutputTokens } from '#main/model/limits.ts';
import { thinkingParam } from '#main/model/thinking.ts';
import { contextWindow, DEFAULT_MODEL, MODEL_ALIASES, MODEL_FAMILIES, modelFamily, OFFERED_MODELS } from '#shared/model/models.ts';
import { priceOf } from '#shared/model/prices.ts';

describe.each(Object.entries(MODEL_FAMILIES))('the row of %s', (id, row) => {
  test('is where everything about the model comes from, with or without a date', () => {
    for (const model of [id, `${id}-20270101`]) {
      expect(modelFamily(model)).toBe(row);
      expect(contextWindow(model)).toBe(row.window);
      expect(maxOutputTokens(model, {})).toBe(row.output);
      expect(priceOf(model)).toBe(row.price);
      expect(thinkingParam(model, row.output, {})?.type).toBe(row.thinking === 'budget' ? undefined : 'adaptive');
      expect(OFFERED_MODELS.includes(model)).toBe(row.offered === true && model === id);
    }
  });

  test('says what the selection shows and what a budget needs, if the model is offered', () => {
    if (!row.offered) return;
    expect(row).toMatchObject({ price: { input: expect.any(Number), output: expect.any(Number) }, thinking: expect.any(String) });
  });

  test('leaves space for the request', () => {
    expect(row.output).toBeLessThan(row.window / 2);
    expect(row.price?.long?.aboveTokens ?? 0).toBeLessThan(row.window);
  });
});

test.each(MODEL_ALIASES)('“%s” is the short name of one offered model', (alias) => {
  const named = OFFERED_MODELS.filter((id) => MODEL_FAMILIES[id]?.alias === alias);
  expect(named).toHaveLength(1);
  expect(resolveModel(alias, DEFAULT_MODEL, {})).toBe(named[0]);
});

test('a new session works with an offered model', () => {
  expect(OFFERED_MODELS).toContain(DEFAULT_MODEL);
});

test.each(['claude-opus-50', 'claude', 'qwen3-coder:30b', '', '-', 'constructor'])('nothing is known of “%s”', (model) => {
  expect(modelFamily(model)).toEqual({ window: 200_000, output: 32_000 });
});
