import { expect, test } from 'vitest';
import { streamIdleMs, streamTotalMs } from '#main/model/limits.ts';
import { contextWindow, DEFAULT_MODEL } from '#shared/model/models.ts';

test.each([
  [DEFAULT_MODEL, 1_000_000],
  ['claude-sonnet-5-5', 1_000_000],
  ['claude-haiku-5-5', 1_000_000],
  ['claude-opus-4-6', 1_000_000],
  ['claude-opus-4-5-20251101', 200_000],
  ['claude-haiku-4-5-20251001', 200_000],
  // A name with the same prefix, and one of a local server.
  ['claude-opus-50', 200_000],
  ['qwen3-coder:30b', 200_000],
  ['', 200_000],
])('%s reads %i tokens', (model, tokens) => {
  expect(contextWindow(model)).toBe(tokens);
});

test.each([
  ['180000', 180_000],
  ['1', 1],
  [undefined, undefined],
  ['0', undefined],
  ['-5', undefined],
  ['1.5', undefined],
  ['soon', undefined],
])('an answer time limit of %s is %s ms', (text, ms) => {
  expect(streamIdleMs({ CLAUDE_STREAM_IDLE_TIMEOUT_MS: text })).toBe(ms ?? 3 * 60_000);
  expect(streamTotalMs({ CLAUDE_STREAM_TOTAL_TIMEOUT_MS: text })).toBe(ms ?? 2 * 60 * 60_000);
});
