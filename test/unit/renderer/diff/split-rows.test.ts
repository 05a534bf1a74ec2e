import { expect, it } from 'vitest';
import { diffOf } from '#main/tools/diff-view.ts';
import { diffRows } from '../../../../renderer/diff/diff-rows.ts';
import { splitRows } from '../../../../renderer/diff/split-rows.ts';

const sides = (before: string, after: string) =>
  splitRows(diffRows(diffOf(before, after).hunks)).map((row) => [row.type, row.old?.text, row.new?.text]);

it('puts the lines of both versions side by side, each of them once', () => {
  expect(sides('a\nb\nc\nd\n', 'a\nB\nB2\nc\n')).toEqual([
    ['same', 'a', 'a'],
    ['changed', 'b', 'B'],
    ['changed', undefined, 'B2'],
    ['same', 'c', 'c'],
    ['changed', 'd', undefined],
  ]);
});

it('has one side only for a file that was added or removed', () => {
  expect(sides('', 'a\nb\n')).toEqual([
    ['changed', undefined, 'a'],
    ['changed', undefined, 'b'],
  ]);
  expect(sides('a\n', '')).toEqual([['changed', 'a', undefined]]);
});

it('marks what changed within lines that stand beside each other', () => {
  const [row] = splitRows(diffRows(diffOf('let a = 1;\n', 'let a = 2;\n').hunks));
  expect([row?.old?.changed, row?.new?.changed]).toEqual([
    [8, 9],
    [8, 9],
  ]);
});
