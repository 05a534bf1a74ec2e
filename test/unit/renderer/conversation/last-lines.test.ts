import { expect, test } from 'vitest';
import { failureLines, lastLines, linesAround } from '../../../../renderer/conversation/items/last-lines.ts';

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
  expect(linesAround(text, 'Line 50', 20)).toEqual({ text: lines.slice(39, 59).join('\n'), left: 39, more: 41 });
  expect(linesAround(text, 'line 3\n', 20)).toEqual({ text: lines.slice(0, 20).join('\n'), left: 0, more: 80 });
  expect(linesAround(text, 'line 98', 20)).toEqual(lastLines(text, 20));
  expect(linesAround(text, 'nowhere', 20)).toEqual(lastLines(text, 20));
  const long = `${'x'.repeat(50_000)}here${'y'.repeat(50_000)}`;
  const shown = linesAround(`${long}${'\nz'.repeat(50)}`, 'here', 20).text;
  expect(shown).toContain('here');
  expect(shown.length).toBeLessThan(10_000);
});

const NODE = `/project/gen.js:1
throw new Error('boom')
^

Error: boom
    at Object.<anonymous> (/project/gen.js:1:7)
    at Module._compile (node:internal/modules/cjs/loader:1554:14)
    at node:internal/main/run_main_module:36:49

Node.js v24.21.0
`;

test.each([
  ['a stack below the error', NODE, 'Error: boom\n    at Object.<anonymous> (/project/gen.js:1:7)'],
  ['a code in brackets', 'TypeError [ERR_X]: bad\n    at a\n    at b\n\nNode.js v24', 'TypeError [ERR_X]: bad\n    at a'],
  [
    'a compiler',
    'error[E0308]: mismatched types\n --> src/main.rs:2:5\n  |\n2 |     1',
    'error[E0308]: mismatched types\n --> src/main.rs:2:5',
  ],
  ['an error among the last lines', 'Traceback:\n  File "a.py"\nValueError: bad', '  File "a.py"\nValueError: bad'],
  ['no error', 'one\ntwo\nthree', 'two\nthree'],
  ['an error long before the end', `Error: early\n${'line\n'.repeat(200)}end`, 'line\nend'],
])('of a failure with %s', (_, text, shown) => {
  expect(failureLines(text, 2).text).toBe(shown);
});
