import { expect, test } from 'vitest';
import { aboutModel, modelOptions } from '../../../../renderer/model/model-popover.tsx';

const ids = (query: string, current = 'mine', served: readonly string[] = ['served']) =>
  modelOptions(query, current, served).map(({ id }) => id);

test('lists the session’s model, then the server’s, then known ones, each once', () => {
  expect(ids('').slice(0, 3)).toEqual(['mine', 'served', 'claude-opus-5-5']);
  expect(ids('', 'claude-haiku-4-5', ['claude-opus-5-5', 'claude-haiku-4-5']).filter((id) => id === 'claude-haiku-4-5')).toHaveLength(1);
});

test('typing filters the list, and an unlisted model can be entered', () => {
  expect(ids('HAIKU')).toEqual(['claude-haiku-5-5', 'claude-haiku-4-5', 'HAIKU']);
  expect(ids('claude-opus-5-5')).toEqual(['claude-opus-5-5']);
  expect(modelOptions('  qwen3:30b ', 'mine', []).at(-1)).toMatchObject({ id: 'qwen3:30b', typed: true });
});

test.each([
  ['claude-opus-5-5', '$4 in, $20 out per million tokens · context 1M'],
  ['claude-haiku-4-5-20251001', '$1 in, $5 out per million tokens · context 200K'],
  ['claude-haiku-5-5', '$0.10 in, $0.50 out per million tokens; above 100K: $0.50 in, $2.50 out · context 1M'],
  ['qwen3', 'price and context window unknown: 200K tokens assumed'],
])('%s: %s', (id, words) => {
  expect(aboutModel(id)).toBe(words);
});
