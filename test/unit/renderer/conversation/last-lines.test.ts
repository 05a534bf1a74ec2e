import { expect, test } from 'vitest';
import { lastLines } from '../../../../renderer/conversation/items/last-lines.ts';

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
