import { expect, test } from 'vitest';
import { lastLines, linesAround, type ShownLines } from '../../../../renderer/conversation/items/last-lines.ts';

test.each([
  ['', 3, '', 0],
  ['one\ntwo\n', 3, 'one\ntwo', 0],
  ['one\ntwo\nthree\nfour\n\n', 2, 'three\nfour', 2],
  ['\n\none', 3, 'one', 0],
  ['one\n\ntwo', 2, 'two', 1],
  ['<tool_use_error>Not found</tool_use_error>', 3, 'Not found', 0],
])('%j, %i lines', (text, count, shown, left) => {
  expect(lastLines(text, count)).toEqual({ text: shown, left });
});

test('shows the lines around a text, and the last ones where it is not', () => {
  const lines = Array.from({ length: 100 }, (_, index) => `line ${index + 1}`);
  const text = lines.join('\n');
  const around = (sought: string, nth = 0) => linesAround(text, { text: sought, nth }, 20);
  expect(around('Line 50')).toMatchObject({ text: lines.slice(39, 59).join('\n'), left: 39, more: 41 });
  expect(around('line 3\n')).toMatchObject({ text: lines.slice(0, 20).join('\n'), left: 0, more: 80, before: 0 });
  expect(around('line 98')).toMatchObject(lastLines(text, 20));
  expect(around('nowhere')).toMatchObject(lastLines(text, 20));
  const long = `${'x'.repeat(50_000)}here${'y'.repeat(50_000)}`;
  const shown = linesAround(`${long}${'\nz'.repeat(50)}`, { text: 'here', nth: 0 }, 20).text;
  expect(shown).toContain('here');
  expect(shown.length).toBeLessThan(10_000);
});

test('goes from one occurrence to the next, and the lines stay while it is among them', () => {
  const text = Array.from({ length: 100 }, (_, index) => `line ${index + 1}`).join('\n');
  const around = (nth: number, shown?: ShownLines) => linesAround(text, { text: 'line', nth }, 20, shown);
  const first = around(0);
  expect([first.left, first.before]).toEqual([0, 0]);
  expect(around(19, first)).toEqual(first);
  const next = around(20, first);
  expect([next.left, next.before]).toEqual([10, 10]);
  expect(around(5, next)).toEqual(first);
  const last = lastLines(text, 20);
  expect(around(95, last)).toMatchObject({ ...last, before: 80 });
});

test('a text that is too long loses its start, and the lines of it are counted', () => {
  const text = Array.from({ length: 100 }, (_, index) => `line ${String(index).padStart(4, '0')}`).join('\n');
  expect(lastLines(text, Number.POSITIVE_INFINITY, 29)).toEqual({ text: 'line 0097\nline 0098\nline 0099', left: 97 });
});
