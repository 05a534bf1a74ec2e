import { inputAsDash } from './forms/form.ts';
import { givenOptions, type OptionTable } from './given-options.ts';

const table = (options: string): OptionTable => ({ options, stopsAtOperand: true });

const PYTHON = table(
  '-b -B -c: -d -E -h -i -I -m: -O -P -q -s -S -u -v -V -W: -x -X: -? --check-hash-based-pycs= --help --version --help-env --help-xoptions',
);
const NODE = table(
  [
    '-c -C: -e: -h -i -p: -r: -v --check --conditions= --enable-source-maps --env-file= --env-file-if-exists= --eval= --import= --input-type=',
    '--inspect --inspect-brk --no-deprecation --no-warnings --permission --preserve-symlinks --print= --prof --require= --test --test-only',
    '--throw-deprecation --title= --trace-deprecation --trace-uncaught --trace-warnings --watch --experimental-strip-types',
    '--experimental-transform-types --experimental-vm-modules --experimental-sqlite --experimental-test-coverage --no-experimental-strip-types',
    '--expose-gc --cpu-prof --heap-prof --test-force-exit --test-update-snapshots --use-system-ca',
  ].join(' '),
);

/** Options before the script (manuals of the interpreters). Of those not listed it isn't known whether a value follows. */
const TABLES: ReadonlyMap<string, OptionTable> = new Map([
  ...['python', 'python2', 'python3'].map((name) => [name, PYTHON] as const),
  ...['node', 'nodejs'].map((name) => [name, NODE] as const),
  [
    'perl',
    table(
      '-0[=] -a -c -C[=] -d[=] -D[=] -e: -E: -f -F[=] -g -h -i[=] -I: -l[=] -m[=] -M[=] -n -p -s -S -t -T -u -U -v -V[=] -w -W -x[=] -X -?',
    ),
  ],
  [
    'ruby',
    table(
      '-0[=] -a -c -C: -d -e: -E: -F[=] -h -i[=] -I: -l -n -p -r: -s -S -v -w -W[=] -x[=] -X: -y --copyright --debug --disable= --dump= --enable= --encoding= --external-encoding= --help --internal-encoding= --jit --verbose --version --yjit --yydebug',
    ),
  ],
  [
    'php',
    table('-a -c: -C -d: -e -E: -F: -h -H -i -l -m -n -q -r: -R: -s -S: -t: -v -w -z: -B: -? --define= --no-php-ini --php-ini= --version'),
  ],
  ['lua', table('-e: -E -i -l: -v -W')],
  ['osascript', table('-e: -i -l: -s:')],
  ['tclsh', table('-encoding:')],
  ['guile', table('-c: -C: -e: -h -L: -l: -q -v -x:')],
  ['expect', table('-b -c: -d -D: -i -n -N -v')],
]);

/** These read their input even if they are given a file. */
const ALWAYS: ReadonlySet<string> = new Set(['ghci', 'irb', 'groovysh', 'iex', 'jshell']);

/** Whether perl is started in its debugger, which is a prompt, or a module of that kind. */
export function startsDebugger(values: readonly string[]): boolean {
  return givenOptions(values, TABLES.get('perl') ?? table('')).given.some(({ name }) => name === '-d');
}

/** Whether an interpreter may run its input as code: no script is named, or what looks like one may be the value of an option. */
export function readsCode(program: string, values: readonly (string | null)[]): boolean {
  if (ALWAYS.has(program)) return true;
  const given = givenOptions(
    values.filter((value) => !/^--?[\w-]+=/u.test(value ?? '')),
    TABLES.get(program) ?? table(''),
  );
  if (/^(?:python[23]?)$/u.test(program) && given.given.some(({ name }) => name === '-m')) return false;
  const [script] = given.operands;
  return !given.known || script === undefined || inputAsDash(script) === '-';
}
