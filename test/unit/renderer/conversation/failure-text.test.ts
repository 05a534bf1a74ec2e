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

const VITEST = `\u001B[31m FAIL \u001B[39m test/sum.test.ts > adds
AssertionError: expected [ 1 ] to deeply equal [ 2 ]

- Expected
+ Received

  [
-   2,
+   1,
  ]

 ❯ test/sum.test.ts:5:13
      5|   expect(sum()).toEqual([2]);
       |                 ^

\u001B[31m⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯\u001B[39m

 \u001B[2mTest Files \u001B[22m 1 failed (1)
      Tests  1 failed | 3 passed (4)
   Start at  10:22:17
   Duration  311ms
`;

const JEST = `  ● sums › adds

    expect(received).toEqual(expected)

      at Object.toEqual (test/sum.test.js:5:17)

Test Suites: 1 failed, 1 total
Tests:       1 failed, 3 passed, 4 total
Snapshots:   0 total
Time:        0.31 s
`;

const PYTEST = `    def test_adds():
>       assert total() == [2]
E       assert [1] == [2]

test_sum.py:5: AssertionError
=========================== short test summary info ============================
FAILED test_sum.py::test_adds - assert [1] == [2]
========================= 1 failed, 3 passed in 0.03s ==========================
`;

const CARGO = `error[E0308]: mismatched types
 --> src/main.rs:2:5
  |
2 |     1
  |     ^ expected \`()\`, found integer

For more information about this error, try \`rustc --explain E0308\`.
error: could not compile \`sum\` (bin "sum") due to 1 previous error
`;

const TSC = `src/a.ts:1:7 - error TS2322: Type 'string' is not assignable to type 'number'.

1 const a: number = 'a';
        ~

Found 1 error in src/a.ts:1
`;

describe('of a failure, the end is shown with its error:', () => {
  test.each([
    ['a crash of Node', NODE, ["throw new Error('boom')", 'Error: boom', '…', 'Node.js v24.21.0'], 3],
    [
      'Node’s test runner',
      NODE_TEST,
      [
        '  AssertionError [ERR_ASSERTION]: Expected values to be strictly deep-equal:',
        '…',
        "    code: 'ERR_ASSERTION',",
        "    operator: 'deepStrictEqual',",
        "    diff: 'simple'",
      ],
      3,
    ],
    [
      'vitest',
      VITEST,
      [
        'AssertionError: expected [ 1 ] to deeply equal [ 2 ]',
        '…',
        ' Test Files  1 failed (1)',
        '      Tests  1 failed | 3 passed (4)',
        '   Start at  10:22:17',
        '   Duration  311ms',
      ],
      4,
    ],
    ['jest', JEST, ['  ● sums › adds', '…', 'Tests:       1 failed, 3 passed, 4 total', 'Snapshots:   0 total', 'Time:        0.31 s'], 3],
    [
      'pytest',
      PYTEST,
      [
        'test_sum.py:5: AssertionError',
        '=========================== short test summary info ============================',
        'FAILED test_sum.py::test_adds - assert [1] == [2]',
        '========================= 1 failed, 3 passed in 0.03s ==========================',
      ],
      4,
    ],
    [
      'cargo',
      CARGO,
      [
        'For more information about this error, try `rustc --explain E0308`.',
        'error: could not compile `sum` (bin "sum") due to 1 previous error',
      ],
      2,
    ],
    ['tsc', TSC, ["1 const a: number = 'a';", 'Found 1 error in src/a.ts:1'], 2],
    ['standard error after standard output', 'built\npassed\nsh: 1: deploy: not found\n', ['passed', 'sh: 1: deploy: not found'], 2],
    ['a stack alone', '    at a (a.js:1:2)\n    at b (b.js:1:2)', ['    at b (b.js:1:2)'], 1],
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
  const stack = 'AssertionError: expected 5\n    at total (a.js:9:3)\n    at main (a.js:1:1)\n';
  expect(failurePreview(stack, 3)).toMatchObject({ parts: [{ text: 'AssertionError: expected 5' }], below: 2, isPart: true });
  expect(failurePreview('one\ntwo\n', 3).below).toBe(0);
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
