import { expect, test } from 'vitest';
import { sequenceOf, withCtrl } from '../../../../renderer/terminals/keys/touch-key.ts';

test('a key of the touch row sends what a keyboard would, and arrows the form that the program asked for', () => {
  expect(sequenceOf('Escape', false)).toBe('\u001b');
  expect(sequenceOf('Tab', true)).toBe('\t');
  expect(sequenceOf('interrupt', false)).toBe('\u0003');
  expect(sequenceOf('ArrowUp', false)).toBe('\u001b[A');
  expect(sequenceOf('ArrowLeft', true)).toBe('\u001bOD');
});

test('with Ctrl a letter or an arrow is sent as its control form, and what has none as it is', () => {
  expect([...'acDzC[\\_@? '].map(withCtrl)).toEqual([1, 3, 4, 26, 3, 27, 28, 31, 0, 127, 0].map((code) => String.fromCodePoint(code)));
  expect(withCtrl('\u001bOA')).toBe('\u001b[1;5A');
  expect(withCtrl('\u001b[D')).toBe('\u001b[1;5D');
  for (const text of ['1', 'word', 'é', '\r', '\t', '\u001b']) expect(withCtrl(text)).toBe(text);
});
