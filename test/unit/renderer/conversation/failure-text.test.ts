import { describe, expect, test } from 'vitest';
import { failurePreview, failureReason, printedText } from '../../../../renderer/conversation/items/failure-text.ts';

/** As it is read: “…” for lines that are left out. */
function shown(text: string, count = 4): string[] {
  return failurePreview(text, count).parts.flatMap(({ text: lines }, index) =>
    index > 0 ? ['…', ...lines.split('\n')] : lines.split('\n'),
  );
}

const NODE = `/project/gen.js:1
throw new Error('boom')
^

Error: boom
    at Object.<anonymous> (/project/gen.js:1:7)
    at Module._compile (node:internal/modules/cjs/loader:1554:14)
    at node:internal/main/run_main_module:36:49

Node.js v24.21.0
`;

const NODE_TEST = `▶ sums
  ✖ adds (0.9ms)
ℹ tests 2
ℹ pass 1
ℹ fail 1

✖ failing tests:

test at test/sum.test.js:4:1
✖ adds (0.9ms)
  AssertionError [ERR_ASSERTION]: Expected values to be strictly deep-equal:
  + actual - expected

    [
  +   1
  -   2
    ]

      at TestContext.<anonymous> (file:///project/test/sum.test.js:5:10)
      at async Test.run (node:internal/test_runner/test:1054:7) {
    generatedMessage: true,
    code: 'ERR_ASSERTION',
    operator: 'deepStrictEqual',
    diff: 'simple'
  }
`;

describe('of a failure, the end is shown with its error:', () => {
  test.each([
    [
      'a crash of Node',
      NODE,
      [
        '/project/gen.js:1',
        "throw new Error('boom')",
        '^',
        'Error: boom',
        '    at Object.<anonymous> (/project/gen.js:1:7)',
        '…',
        'Node.js v24.21.0',
      ],
      3,
    ],
    [
      'Node’s test runner',
      NODE_TEST,
      [
        '✖ adds (0.9ms)',
        '  AssertionError [ERR_ASSERTION]: Expected values to be strictly deep-equal:',
        '  + actual - expected',
        '  +   1',
        '  -   2',
        '      at TestContext.<anonymous> (file:///project/test/sum.test.js:5:10)',
        '…',
        "    diff: 'simple'",
      ],
      5,
    ],
    ['standard error after standard output', 'built\npassed\nok\nsh: 1: deploy: not found\n', ['ok', 'sh: 1: deploy: not found'], 2],
    ['a stack alone', '    at a (a.js:1:2)\n    at b (b.js:1:2)\n    at c (c.js:1:2)', ['    at c (c.js:1:2)'], 1],
  ] as const)('%s', (_, text, lines, count) => {
    expect(shown(text, count)).toEqual(lines);
  });
});

test.each([
  ['nothing is left out', 'one\ntwo', 0, false],
  ['empty lines don’t count as left out', '\n\none\n\ntwo\n\n', 0, false],
  ['the line with the exit code is on the call’s own line', 'Exit code 2\none', 0, false],
  ['the lines above are counted', 'one\ntwo\nthree\nfour\nfive', 2, true],
  ['a long line is cut', 'x'.repeat(5000), 0, true],
])('%s', (_, text, above, isPart) => {
  expect(failurePreview(text, 3)).toMatchObject({ above, isPart });
});

test('lines of a stack below the error are counted', () => {
  const stack = 'AssertionError: expected 5\n    at total (a.js:9:3)\n    at main (a.js:1:1)\n    at node:internal/main:36:49\n';
  expect(failurePreview(stack, 3)).toMatchObject({
    parts: [{ text: 'AssertionError: expected 5\n    at total (a.js:9:3)' }],
    below: 2,
    isPart: true,
  });
  expect(failurePreview('one\ntwo\n', 3).below).toBe(0);
});

test('a single line is shown, not counted', () => {
  const stack = 'AssertionError: expected 5, got 4\n    at total (src/api/index.js:9:3)\n';
  expect(failurePreview(stack, 5)).toMatchObject({ parts: [{ text: stack.trimEnd() }], below: 0, isPart: false });
  expect(failurePreview('one\ntwo\nthree', 2)).toMatchObject({ above: 0, isPart: false });
});

test('a long line keeps its start and its end', () => {
  const [line = ''] = shown(`start ${'x'.repeat(50_000)} end`);
  expect(line).toMatch(/^start x+ … x+ end$/u);
  expect(line.length).toBeLessThan(400);
});

test.each([
  ['colours', '\u001B[1;31mred\u001B[0m text', 'red text'],
  ['a title', '\u001B]0;title\u0007text', 'text'],
  ['progress', 'left\n10 %\r50 %\r100 %\r\ndone', 'left\n100 %\ndone'],
  ['line ends of Windows', 'one\r\ntwo\r\n', 'one\ntwo'],
  ['empty lines at the ends', '\n  \none\n\n \n', 'one'],
  ['marks of errors', '<tool_use_error>Not found</tool_use_error>', 'Not found'],
  [
    'what frames a large result',
    'Exit code 1\n<persisted-output>\nOutput too large.\nend\n&lt;/persisted-output>',
    'Output too large.\nend',
  ],
  ['what a program prints that only looks like it', 'a\nExit code 1\nb', 'a\nExit code 1\nb'],
])('%s', (_, text, printed) => {
  expect(printedText(text)).toBe(printed);
});

test.each([
  ['names its error', NODE, 'Error: boom'],
  ['ends in a summary', 'one\n\n2 failed\n\n', '2 failed'],
  ['says nothing', '', ''],
  ['has only its exit code', 'Exit code 1', ''],
  ['has an error long before its end', `Error: early\n${'line\n'.repeat(200)}end`, 'end'],
])('the reason of a failure that %s', (_, text, reason) => {
  expect(failureReason(text)).toBe(reason);
});

describe('an error that tells the agent what to do', () => {
  test.each([
    ['You are not in plan mode, so there is no plan to propose. If one was accepted, carry it out.', /^The agent proposed a plan, but/],
    ['File has not been read yet. Read it first before writing to it.', /^The agent must read this file/],
  ])('“%s” is said in other words', (error, said) => {
    expect(printedText(`<tool_use_error>${error}</tool_use_error>`)).toMatch(said);
    expect(failureReason(error)).toMatch(said);
  });

  test('is left as it is within a longer text', () => {
    const text = 'It printed: File has not been read yet. Read it first before writing to it.';
    expect(printedText(text)).toBe(text);
  });
});
