import { describe, expect, test } from 'vitest';
import { DEFAULT_MODEL } from '#shared/model/models.ts';
import { thinkingParam, thinkingRefusal } from '#main/model/thinking.ts';

const adaptive = { type: 'adaptive', display: 'summarized' };

describe('requested thinking', () => {
  test.each<[string, string, string | undefined, object | undefined]>([
    ['a model with adaptive thinking', DEFAULT_MODEL, undefined, adaptive],
    ['an older model', 'claude-sonnet-4-6', undefined, adaptive],
    ['adaptive thinking ignores a budget', 'claude-sonnet-5-5', '8000', adaptive],
    ['a model that can turn it off', 'claude-sonnet-5-5', '0', { type: 'disabled' }],
    ['a model that can’t turn it off', 'claude-fable-5-2', '0', adaptive],
    ['a model that needs a budget, without one', 'claude-haiku-4-5-20251001', undefined, undefined],
    ['a model that needs a budget', 'claude-opus-4-5', '8000', { type: 'enabled', budget_tokens: 8000 }],
    ['a budget above the output limit', 'claude-opus-4-1', '90000', { type: 'enabled', budget_tokens: 31_999 }],
    ['a budget below the minimum', 'claude-opus-4-1', '1000', undefined],
    ['no budget', 'claude-opus-4-1', '0', undefined],
    ['an unknown model', 'qwen3-coder', undefined, undefined],
    ['an unknown model with a budget', 'qwen3-coder', '4096', { type: 'enabled', budget_tokens: 4096 }],
    ['an invalid budget', 'qwen3-coder', 'lots', undefined],
  ])('%s', (_name, model, budget, expected) => {
    expect(thinkingParam(model, 32_000, budget === undefined ? {} : { MAX_THINKING_TOKENS: budget })).toEqual(expected);
  });
});

describe('server rejections', () => {
  test.each([
    [400, 'adaptive thinking is not supported on this model', 'parameter'],
    [400, '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" instead.', 'parameter'],
    [400, 'thinking: Extra inputs are not permitted', 'parameter'],
    [422, 'Unknown field: thinking', 'parameter'],
    [400, '`max_tokens` must be greater than `thinking.budget_tokens`', 'parameter'],
    [400, 'messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`.', 'parameter'],
    [400, 'messages.1.content.0: Invalid `signature` in `thinking` block', 'thoughts'],
    [400, '`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.', 'thoughts'],
    [400, 'messages: text content blocks must be non-empty', undefined],
    [500, 'thinking is not supported', undefined],
  ])('%i %s', (status, message, expected) => {
    expect(thinkingRefusal(status, message)).toBe(expected);
  });
});
