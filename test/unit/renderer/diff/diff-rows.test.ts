import { expect, it } from 'vitest';
import { diffRows, MAX_LINE_CHARS, numberWidth } from '../../../../renderer/diff/diff-rows.ts';

it('numbers both sides and shows what is omitted', () => {
  const rows = diffRows([
    { oldStart: 3, oldLines: 3, newStart: 3, newLines: 3, lines: [' a', '-b', '+B', ' c'] },
    { oldStart: 20, oldLines: 1, newStart: 20, newLines: 2, lines: [' x', '+y', '\\ No newline at end of file'] },
  ]);
  expect(rows).toEqual([
    { type: 'gap', skipped: 2 },
    { type: 'context', oldLine: 3, newLine: 3, text: 'a', cut: 0 },
    { type: 'remove', oldLine: 4, newLine: undefined, text: 'b', cut: 0 },
    { type: 'add', oldLine: undefined, newLine: 4, text: 'B', cut: 0 },
    { type: 'context', oldLine: 5, newLine: 5, text: 'c', cut: 0 },
    { type: 'gap', skipped: 14 },
    { type: 'context', oldLine: 20, newLine: 20, text: 'x', cut: 0 },
    { type: 'add', oldLine: undefined, newLine: 21, text: 'y', cut: 0 },
    { type: 'note', text: 'No newline at end of file' },
  ]);
});

it('marks changes within lines that were replaced one by one', () => {
  const rows = diffRows([
    {
      oldStart: 1,
      oldLines: 3,
      newStart: 1,
      newLines: 4,
      lines: ['-let a = 1;', '-let b = 2;', '+let a = 10;', '+let b = 20;', '-x', '+y', '+z'],
    },
  ]);
  expect(rows.map((row) => ('changed' in row ? row.changed : undefined))).toEqual([
    [9, 9],
    [9, 9],
    [9, 10],
    [9, 10],
    undefined,
    undefined,
    undefined,
  ]);
});

it('starts a new file at its first line', () => {
  expect(diffRows([{ oldStart: 0, oldLines: 0, newStart: 1, newLines: 1, lines: ['+one'] }])).toEqual([
    { type: 'add', oldLine: undefined, newLine: 1, text: 'one', cut: 0 },
  ]);
});

it('truncates a very long line and counts the rest', () => {
  const [row] = diffRows([{ oldStart: 1, oldLines: 0, newStart: 1, newLines: 1, lines: [`+${'x'.repeat(MAX_LINE_CHARS + 7)}`] }]);
  expect(row).toMatchObject({ type: 'add', cut: 7 });
});

it('makes the gutter fit the widest number', () => {
  const rows = diffRows([{ oldStart: 998, oldLines: 1, newStart: 1000, newLines: 1, lines: [' a'] }]);
  expect([numberWidth(rows), numberWidth([])]).toEqual([4, 2]);
});
