import { expect, it } from 'vitest';
import { OutputJoiner } from '../../../../renderer/terminals/screen/output-joiner.ts';

it('writes the stored output and then the live output', () => {
  const joiner = new OutputJoiner();
  expect(joiner.start(0, 'abc')).toBe('abc');
  expect(joiner.add(3, 'def')).toEqual({ text: 'def' });
  expect(joiner.position).toBe(6);
});

it('starts in the middle when only the end is stored', () => {
  const joiner = new OutputJoiner();
  expect(joiner.start(100, 'xyz')).toBe('xyz');
  expect(joiner.add(103, '!')).toEqual({ text: '!' });
});

it('keeps frames that arrive before the stored output, without duplicates', () => {
  const joiner = new OutputJoiner();
  expect(joiner.add(2, 'cd')).toEqual({ text: '' });
  expect(joiner.add(4, 'ef')).toEqual({ text: '' });
  expect(joiner.start(0, 'abc')).toBe('abcdef');
});

it('drops known output and trims overlaps', () => {
  const joiner = new OutputJoiner();
  joiner.start(0, 'abcd');
  expect(joiner.add(0, 'ab')).toEqual({ text: '' });
  expect(joiner.add(2, 'cdef')).toEqual({ text: 'ef' });
});

it('reports a gap and restarts', () => {
  const joiner = new OutputJoiner();
  joiner.start(0, 'ab');
  expect(joiner.add(5, 'f')).toBe('gap');
  joiner.restart();
  expect(joiner.add(6, 'g')).toEqual({ text: '' });
  expect(joiner.start(0, 'abcdef')).toBe('abcdefg');
});
