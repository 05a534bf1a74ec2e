import { expect, test } from 'vitest';
import { failurePreview } from '../../../../renderer/conversation/items/failure-text.ts';

/** As it is read under a failed call, with its notes. */
function excerpt(text: string): string[] {
  const { parts, above, below } = failurePreview(text, 5);
  const shown = parts.flatMap(({ gap, text: lines }, index) => (index > 0 ? [`… ${gap}`, ...lines.split('\n')] : lines.split('\n')));
  return [...(above > 0 ? [`^ ${above}`] : []), ...shown, ...(below > 0 ? [`… ${below}`] : [])];
}

const JEST = `PASS src/list.test.ts
FAIL src/cart.test.ts
  cart
    ✕ adds up (3 ms)
    ✓ is empty at first

  ● cart › adds up

    expect(received).toBe(expected) // Object.is equality

    Expected: 5
    Received: 4

      11 |   const cart = new Cart();
      12 |   cart.add(2).add(2);
    > 13 |   expect(cart.total()).toBe(5);
         |                        ^
      14 | });

      at Object.toBe (src/cart.test.ts:13:24)

Test Suites: 1 failed, 40 passed, 41 total
Tests:       1 failed, 120 passed, 121 total
Snapshots:   0 total
Time:        3.21 s
Ran all test suites.
`;

const VITEST = ` ❯ test/sum.test.ts (2 tests | 1 failed) 6ms
   × adds 5ms

⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  test/sum.test.ts > adds
AssertionError: expected 4 to be 5 // Object.is equality

- Expected
+ Received

- 5
+ 4

 ❯ test/sum.test.ts:5:18
      3|
      4| test('adds', () => {
      5|   expect(sum()).toBe(5);
       |                  ^

 Test Files  1 failed (1)
      Tests  1 failed | 1 passed (2)
   Start at  10:22:17
   Duration  311ms
`;

const RUSTC = `   Compiling cart v0.1.0 (/work/cart)
error[E0308]: mismatched types
 --> src/main.rs:4:38
  |
4 |     let total_amount_of_cart: u32 = "five";
  |                               ---   ^^^^^^ expected \`u32\`, found \`&str\`
  |                               |
  |                               expected due to this

For more information about this error, try \`rustc --explain E0308\`.
error: could not compile \`cart\` (bin "cart") due to 1 previous error
`;

const TSC = `src/a.ts:1:7 - error TS2322: Type 'string' is not assignable to type 'number'.

1 const a: number = 'a';
        ~

src/b.ts:9:1 - error TS2304: Cannot find name 'total'.

9 total();
  ~~~~~


Found 2 errors in 2 files.

Errors  Files
     1  src/a.ts:1
     1  src/b.ts:9
`;

const PYTEST = `============================= test session starts ==============================
collected 4 items

test_sum.py ...F                                                         [100%]

=================================== FAILURES ===================================
__________________________________ test_adds ___________________________________

    def test_adds():
        cart = Cart()
>       assert cart.total() == 5
E       assert 4 == 5
E        +  where 4 = total()
E        +    where total = <cart.Cart object at 0x7f0>.total

test_sum.py:5: AssertionError
=========================== short test summary info ============================
FAILED test_sum.py::test_adds - assert 4 == 5
========================= 1 failed, 3 passed in 0.03s ==========================
`;

const PYTHON = `Traceback (most recent call last):
  File "/project/run.py", line 9, in <module>
    main()
  File "/project/run.py", line 5, in main
    total({})
  File "/project/cart.py", line 2, in total
    return cart["items"]
KeyError: 'items'
`;

const GO_TEST = `ok  	example.com/list	0.002s
=== RUN   TestEmpty
--- PASS: TestEmpty (0.00s)
=== RUN   TestAdd
    cart_test.go:9: total() = 4, want 5
--- FAIL: TestAdd (0.00s)
FAIL
exit status 1
FAIL	example.com/cart	0.003s
FAIL
`;

const ESLINT = `
/project/src/cart.js
   3:7   error    'unused' is assigned a value but never used  no-unused-vars
   9:1   warning  Unexpected console statement                 no-console
  12:15  error    'totl' is not defined                        no-undef

✖ 3 problems (2 errors, 1 warning)

npm error code ELIFECYCLE
npm error path /project
npm error command sh -c eslint src
`;

test.each([
  [
    'Jest',
    JEST,
    [
      '^ 6',
      '  ● cart › adds up',
      '    expect(received).toBe(expected) // Object.is equality',
      '    Expected: 5',
      '    Received: 4',
      '… 4',
      '      at Object.toBe (src/cart.test.ts:13:24)',
      'Test Suites: 1 failed, 40 passed, 41 total',
      'Tests:       1 failed, 120 passed, 121 total',
      '… 3',
    ],
  ],
  [
    'Vitest',
    VITEST,
    [
      '^ 5',
      ' FAIL  test/sum.test.ts > adds',
      'AssertionError: expected 4 to be 5 // Object.is equality',
      '… 2',
      '- 5',
      '+ 4',
      ' ❯ test/sum.test.ts:5:18',
      '… 4',
      '      Tests  1 failed | 1 passed (2)',
      '… 2',
    ],
  ],
  [
    'rustc',
    RUSTC,
    [
      '   Compiling cart v0.1.0 (/work/cart)',
      'error[E0308]: mismatched types',
      ' --> src/main.rs:4:38',
      '4 |     let total_amount_of_cart: u32 = "five";',
      '  |                               ---   ^^^^^^ expected `u32`, found `&str`',
      '  |                               expected due to this',
      'For more information about this error, try `rustc --explain E0308`.',
      'error: could not compile `cart` (bin "cart") due to 1 previous error',
    ],
  ],
  [
    'tsc',
    TSC,
    [
      "src/a.ts:1:7 - error TS2322: Type 'string' is not assignable to type 'number'.",
      "1 const a: number = 'a';",
      '        ~',
      "src/b.ts:9:1 - error TS2304: Cannot find name 'total'.",
      '9 total();',
      '  ~~~~~',
      'Found 2 errors in 2 files.',
      'Errors  Files',
      '     1  src/a.ts:1',
      '     1  src/b.ts:9',
    ],
  ],
  [
    'pytest',
    PYTEST,
    [
      '^ 11',
      'E       assert 4 == 5',
      'E        +  where 4 = total()',
      'E        +    where total = <cart.Cart object at 0x7f0>.total',
      'test_sum.py:5: AssertionError',
      '=========================== short test summary info ============================',
      'FAILED test_sum.py::test_adds - assert 4 == 5',
      '========================= 1 failed, 3 passed in 0.03s ==========================',
    ],
  ],
  [
    'Python',
    PYTHON,
    [
      '^ 2',
      '    main()',
      '  File "/project/run.py", line 5, in main',
      '    total({})',
      '  File "/project/cart.py", line 2, in total',
      '    return cart["items"]',
      "KeyError: 'items'",
    ],
  ],
  [
    'go test',
    GO_TEST,
    [
      '^ 4',
      '    cart_test.go:9: total() = 4, want 5',
      '--- FAIL: TestAdd (0.00s)',
      'FAIL',
      'exit status 1',
      'FAIL\texample.com/cart\t0.003s',
      'FAIL',
    ],
  ],
  [
    'ESLint',
    ESLINT,
    [
      '/project/src/cart.js',
      "   3:7   error    'unused' is assigned a value but never used  no-unused-vars",
      '   9:1   warning  Unexpected console statement                 no-console',
      "  12:15  error    'totl' is not defined                        no-undef",
      '✖ 3 problems (2 errors, 1 warning)',
      'npm error code ELIFECYCLE',
      'npm error path /project',
      'npm error command sh -c eslint src',
    ],
  ],
])('the excerpt of %s says what is wrong', (_, text, lines) => {
  expect(excerpt(text)).toEqual(lines);
});
