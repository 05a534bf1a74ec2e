import { expect, test } from 'vitest';
import { aboutModel, modelOptions } from '../../../../renderer/model/model-popover.tsx';

const ids = (query: string, current = 'mine', served: readonly string[] = ['served']) =>
  modelOptions(query, current, served).map(({ id }) => id);

test('lists the session’s model, then the server’s, then known ones, each once', () => {
  expect(ids('').slice(0, 3)).toEqual(['mine', 'served', 'claude-opus-5-5']);
  expect(ids('', 'claude-haiku-4-5', ['claude-opus-5-5', 'claude-haiku-4-5']).filter((id) => id === 'claude-haiku-4-5')).toHaveLength(1);
});

test('a model that the server doesn’t list says so', () => {
  const detailOf = (id: string, served: readonly string[]) => modelOptions('', 'mine', served).find((option) => option.id === id)?.detail;
  expect(detailOf('mine', ['served'])).toMatch(/^not in the server’s list · /u);
  expect(detailOf('claude-opus-5-5', ['served'])).toMatch(/^not in the server’s list · \$4 in/u);
  expect(detailOf('served', ['served'])).toMatch(/^price and/u);
  // Its list couldn’t be loaded, or is empty.
  expect(detailOf('mine', [])).toMatch(/^price and/u);
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
