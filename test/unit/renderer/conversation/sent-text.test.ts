import { expect, it } from 'vitest';
import { startOf } from '../../../../renderer/conversation/items/sent-text.tsx';

const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`).join('\n');

it('shows the start of a long message, and what is a little longer whole', () => {
  expect(startOf(lines(16))).toBe(lines(16));
  expect(startOf(lines(17))).toBe(lines(12));
  expect(startOf('word '.repeat(360))).toBe('word '.repeat(360));
  expect(startOf('word '.repeat(361))).toBe(`${'word '.repeat(240)}…`);
});

it('cuts no character in two', () => {
  expect(startOf('x😀'.repeat(700)).isWellFormed()).toBe(true);
});
