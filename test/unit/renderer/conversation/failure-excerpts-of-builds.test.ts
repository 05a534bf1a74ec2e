import { expect, test } from 'vitest';
import { failurePreview, failureReason } from '../../../../renderer/conversation/items/failure-text.ts';

/** As it is read under a failed call, with its notes. */
function excerpt(text: string): string[] {
  const { parts, above, below } = failurePreview(text, 5);
  const shown = parts.flatMap(({ gap, text: lines }, index) => (index > 0 ? [`… ${gap}`, ...lines.split('\n')] : lines.split('\n')));
  return [...(above > 0 ? [`^ ${above}`] : []), ...shown, ...(below > 0 ? [`… ${below}`] : [])];
}

/** The help of a command, which npm prints after what is wrong. */
const NPM_HELP = Array.from({ length: 40 }, (_, at) => `npm error   --option-${at}\nnpm error     Sets option ${at}.\nnpm error\n`).join(
  '',
);
const NPM_LOG = 'npm error A complete log of this run can be found in: /home/me/.npm/_logs/2026-11-29T21_04_20_451Z-debug-0.log\n';

const NPM_CI = `npm error code EUSAGE
npm error
npm error The \`npm ci\` command can only install with an existing package-lock.json or
npm error npm-shrinkwrap.json with lockfileVersion >= 1. Run an install with npm@5 or
npm error later to generate a package-lock.json file, then try again.
npm error
npm error Clean install a project
npm error
npm error Usage:
npm error npm ci
npm error
npm error Options:
${NPM_HELP}npm error aliases: clean-install, ic, install-clean, isntall-clean
npm error
npm error Run "npm help ci" for more info
${NPM_LOG}`;

const NPM_CONFLICT = `npm error code ERESOLVE
npm error ERESOLVE unable to resolve dependency tree
npm error
npm error While resolving: shop@1.0.0
npm error Found: react@19.0.0
npm error node_modules/react
npm error   react@"19.0.0" from the root project
npm error
npm error Could not resolve dependency:
npm error peer react@"^18.2.0" from react-dom@18.2.0
npm error node_modules/react-dom
npm error   react-dom@"18.2.0" from the root project
npm error
npm error Fix the upstream dependency conflict, or retry this command with --force or --legacy-peer-deps to accept an incorrect (and potentially broken) dependency resolution.
npm error
npm error
npm error For a full report see:
npm error /home/me/.npm/_logs/2026-11-29T21_04_22_814Z-eresolve-report.txt
npm error A complete log of this run can be found in: /home/me/.npm/_logs/2026-11-29T21_04_22_814Z-debug-0.log
`;

const WEBPACK = `
> w@1.0.0 build
> webpack --mode production

assets by status 248 bytes [cached] 1 asset
./src/index.js 57 bytes [built] [code generated]

ERROR in ./src/index.js 1:0-30
Module not found: Error: Can't resolve './cart' in '/project/src'
resolve './cart' in '/project/src'
  using description file: /project/package.json (relative path: ./src)
    Field 'browser' doesn't contain a valid alias configuration
    using description file: /project/package.json (relative path: ./src/cart)
      no extension
        Field 'browser' doesn't contain a valid alias configuration
        /project/src/cart doesn't exist
      .js
        Field 'browser' doesn't contain a valid alias configuration
        /project/src/cart.js doesn't exist
      .json
        Field 'browser' doesn't contain a valid alias configuration
        /project/src/cart.json doesn't exist
      .wasm
        Field 'browser' doesn't contain a valid alias configuration
        /project/src/cart.wasm doesn't exist
      as directory
        /project/src/cart doesn't exist

webpack 5.95.0 compiled with 1 error in 288 ms
`;

const VITE = `
> v@1.0.0 build
> vite build

vite v5.4.10 building for production...
transforming...
✓ 4 modules transformed.
x Build failed in 97ms
error during build:
src/main.ts (1:9): "Cart" is not exported by "src/cart.ts", imported by "src/main.ts".
file: /project/src/main.ts:1:9

1: import { Cart } from "./cart";
            ^
2: 
3: console.log(new Cart());

    at getRollupError (file:///project/node_modules/rollup/dist/es/shared/parseAst.js:355:41)
    at error (file:///project/node_modules/rollup/dist/es/shared/parseAst.js:351:42)
    at Module.error (file:///project/node_modules/rollup/dist/es/shared/node-entry.js:18696:16)
    at Module.traceVariable (file:///project/node_modules/rollup/dist/es/shared/node-entry.js:19133:29)
    at ModuleScope.findVariable (file:///project/node_modules/rollup/dist/es/shared/node-entry.js:15361:39)
    at Identifier.bind (file:///project/node_modules/rollup/dist/es/shared/node-entry.js:6072:40)
    at NewExpression.bind (file:///project/node_modules/rollup/dist/es/shared/node-entry.js:3265:23)
    at CallExpression.bind (file:///project/node_modules/rollup/dist/es/shared/node-entry.js:3261:28)
    at CallExpression.bind (file:///project/node_modules/rollup/dist/es/shared/node-entry.js:14030:15)
    at ExpressionStatement.bind (file:///project/node_modules/rollup/dist/es/shared/node-entry.js:3265:23)
`;

const GO_PANIC = `--- FAIL: TestTotal (0.00s)
    cart_test.go:9: got 4, want 5
--- FAIL: TestFirst (0.00s)
panic: runtime error: index out of range [0] with length 0 [recovered]
	panic: runtime error: index out of range [0] with length 0

goroutine 7 [running]:
testing.tRunner.func1.2({0x5247c0, 0xc0000b4000})
	/usr/local/go/src/testing/testing.go:1632 +0x230
testing.tRunner.func1()
	/usr/local/go/src/testing/testing.go:1635 +0x35e
panic({0x5247c0?, 0xc0000b4000?})
	/usr/local/go/src/runtime/panic.go:785 +0x132
example.com/cart.First(...)
	/work/cart/cart.go:12
example.com/cart.TestFirst(0xc0000ca680)
	/work/cart/cart_test.go:14 +0x18
testing.tRunner(0xc0000ca680, 0x550a40)
	/usr/local/go/src/testing/testing.go:1690 +0xf4
created by testing.(*T).Run in goroutine 1
	/usr/local/go/src/testing/testing.go:1743 +0x390
exit status 2
FAIL	example.com/cart	0.004s
FAIL
`;

const NPM_OUT_OF_STEP = `npm error code EUSAGE
npm error
npm error \`npm ci\` can only install packages when your package.json and package-lock.json or npm-shrinkwrap.json are in sync. Please update your lock file with \`npm install\` before continuing.
npm error
npm error Missing: left-pad@1.3.0 from lock file
npm error
npm error Clean install a project
npm error
npm error Usage:
npm error npm ci
npm error
npm error Options:
${NPM_HELP}npm error Run "npm help ci" for more info
${NPM_LOG}`;

const inStep = (text: string): string => text.trimEnd().replaceAll(/^/gmu, '#8 0.812 ');
const DOCKER = `#0 building with "default" instance using docker driver

#8 [4/5] RUN npm ci
${inStep(NPM_OUT_OF_STEP)}
#8 ERROR: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1
------
 > [4/5] RUN npm ci:
0.821 npm error   --option-39
0.822 npm error     Sets option 39.
0.823 npm error
0.824 npm error Run "npm help ci" for more info
------
Dockerfile:5
--------------------
   4 |     COPY package*.json ./
   5 | >>> RUN npm ci
   6 |     COPY . .
--------------------
ERROR: failed to solve: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1
`;

test.each([
  [
    'npm ci',
    NPM_CI,
    [
      'The `npm ci` command can only install with an existing package-lock.json or',
      'npm error code EUSAGE',
      'npm error The `npm ci` command can only install with an existing package-lock.json or',
      'npm error npm-shrinkwrap.json with lockfileVersion >= 1. Run an install with npm@5 or',
      'npm error later to generate a package-lock.json file, then try again.',
      'npm error Clean install a project',
      'npm error Usage:',
      '… 85',
    ],
  ],
  [
    'npm with a conflict',
    NPM_CONFLICT,
    [
      'ERESOLVE unable to resolve dependency tree',
      'npm error code ERESOLVE',
      'npm error ERESOLVE unable to resolve dependency tree',
      'npm error While resolving: shop@1.0.0',
      'npm error Found: react@19.0.0',
      '… 2',
      'npm error Could not resolve dependency:',
      'npm error peer react@"^18.2.0" from react-dom@18.2.0',
      'npm error node_modules/react-dom',
      'npm error   react-dom@"18.2.0" from the root project',
      '… 4',
    ],
  ],
  [
    'webpack',
    WEBPACK,
    [
      "Module not found: Error: Can't resolve './cart' in '/project/src'",
      '^ 6',
      'ERROR in ./src/index.js 1:0-30',
      "Module not found: Error: Can't resolve './cart' in '/project/src'",
      "resolve './cart' in '/project/src'",
      '  using description file: /project/package.json (relative path: ./src)',
      "    Field 'browser' doesn't contain a valid alias configuration",
      '… 15',
      'webpack 5.95.0 compiled with 1 error in 288 ms',
    ],
  ],
  [
    'Vite',
    VITE,
    [
      'src/main.ts (1:9): "Cart" is not exported by "src/cart.ts", imported by "src/main.ts".',
      '^ 7',
      'error during build:',
      'src/main.ts (1:9): "Cart" is not exported by "src/cart.ts", imported by "src/main.ts".',
      'file: /project/src/main.ts:1:9',
      '1: import { Cart } from "./cart";',
      '            ^',
      '2:',
      '3: console.log(new Cart());',
      '… 10',
    ],
  ],
  [
    'go test with a panic',
    GO_PANIC,
    [
      'panic: runtime error: index out of range [0] with length 0',
      '--- FAIL: TestTotal (0.00s)',
      '    cart_test.go:9: got 4, want 5',
      '--- FAIL: TestFirst (0.00s)',
      'panic: runtime error: index out of range [0] with length 0 [recovered]',
      '\tpanic: runtime error: index out of range [0] with length 0',
      '… 8',
      '\t/work/cart/cart.go:12',
      '… 8',
      'FAIL',
    ],
  ],
  [
    'docker build with npm in it',
    DOCKER,
    [
      '`npm ci` can only install packages when your package.json and package-lock.json or npm-shrinkwrap.json are in sync. Please update your lock file with `npm install` before continuing.',
      '^ 3',
      '#8 0.812 npm error code EUSAGE',
      '#8 0.812 npm error `npm ci` can only install packages when your package.json and package-lock.json or npm-shrinkwrap.json are in sync. Please update your lock file with `npm install` before continuing.',
      '#8 0.812 npm error Missing: left-pad@1.3.0 from lock file',
      '#8 0.812 npm error Clean install a project',
      '#8 0.812 npm error Usage:',
      '… 93',
      'ERROR: failed to solve: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1',
    ],
  ],
])('the excerpt of %s says what is wrong', (_, text, lines) => {
  expect([failureReason(text), ...excerpt(text)]).toEqual(lines);
});

test.each([
  [
    'npm error code ENOENT\nnpm error syscall open\nnpm error path /project/package.json\nnpm error errno -2\nnpm error enoent Could not read package.json\n',
    'enoent Could not read package.json',
  ],
  ['Error: boom\n\nnpm error code ELIFECYCLE\nnpm error path /project\nnpm error command sh -c node a.js\n', 'Error: boom'],
  [
    'FAILURE: Build failed with an exception.\n\n* What went wrong:\nTask “jar” not found in root project.\n\nBUILD FAILED\n',
    'Task “jar” not found in root project.',
  ],
])('the reason of %j', (text, reason) => {
  expect(failureReason(text)).toBe(reason);
});
