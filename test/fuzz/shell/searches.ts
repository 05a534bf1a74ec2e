import fc, { type Arbitrary } from 'fast-check';

const pick = (texts: readonly string[]): Arbitrary<string> => fc.constantFrom(...texts);
const joined = (...parts: readonly Arbitrary<string>[]): Arbitrary<string> =>
  fc.tuple(...parts).map((words) => words.filter((word) => word !== '').join(' '));
const perhaps = (one: Arbitrary<string>): Arbitrary<string> => fc.oneof(fc.constant(''), one);

const NAMES = pick([
  '"*.ts"',
  "'*.txt'",
  '".e*"',
  '"*"',
  '"*.local"',
  '*.ts',
  'keep.txt',
  '"*env"',
  '"?env"',
  '"[.]env"',
  'src',
  'many',
  'deep',
]);
const PATHS = pick(['"*/src/*"', '"./many/*"', './many', './src', '"*/deep"', '"*/deep/*"', '"*"', '"./src/*"']);

const test = fc.letrec<{ test: string; all: string }>((tie) => ({
  test: fc.oneof(
    { depthSize: 'small' },
    joined(pick(['-name', '-name', '! -name', '-not -name', '-iname']), NAMES),
    joined(pick(['-not -path', '! -path', '-path', '! ! -path']), PATHS),
    joined(pick(['-type']), pick(['f', 'd', 'l'])),
    pick(['-prune', '-maxdepth 2', '-mindepth 1', '-empty', '-size -9', '-true', '-false', '-depth', '-print']),
    fc.tuple(pick(['', '! ', '-not ']), tie('all')).map(([not, all]) => `${not}\\( ${all} \\)`),
  ),
  all: fc
    .array(fc.tuple(pick(['', '-a', '-o', '-o', '-or', ',']), tie('test')), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.map(([by, one], at) => (at === 0 ? one : `${by} ${one}`)).join(' ')),
})).all;

const find = joined(
  pick(['find']),
  pick(['.', '.', 'src', './', '. src', 'many', '']),
  test,
  pick([
    '-exec cat {} +',
    '-exec head -3 {} \\;',
    '-exec grep KEY {} \\;',
    '-exec grep -r KEY {} +',
    '-exec cat {} + -name "*.ts"',
    '-print -exec cat {} \\;',
    '-o -name x -exec cat {} +',
    '| xargs cat',
    '-print | xargs cat',
    '-print0 | xargs -0 cat',
    '| xargs grep -h KEY',
  ]),
);

const grep = joined(
  pick(['grep -r', 'grep -rn', 'grep -R', 'grep -rh']),
  pick(['KEY', 'a']),
  fc
    .array(
      pick([
        '--include="*.ts"',
        '--include=*.txt',
        '--include "*.ts"',
        '--include="*"',
        '--include="*.local"',
        '--include=".e*"',
        '--include="*env"',
        '--include="[.]env"',
        '--exclude=x',
        '--exclude="*.txt"',
        '--exclude-from=keep.txt',
        '--exclude-dir=src',
        '--exclude-dir="*"',
        '-i',
      ]),
      { maxLength: 4 },
    )
    .map((options) => options.join(' ')),
  pick(['.', 'src', 'many', '', '*', 'src/*', './many']),
);

const git = joined(
  perhaps(pick(['cd src &&', 'cd many &&'])),
  pick(['git']),
  perhaps(pick(['-C src', '-C .', '--no-pager', '--literal-pathspecs', '--icase-pathspecs'])),
  pick([
    'diff',
    'diff --cached',
    'diff -R',
    'diff -w',
    'diff -C',
    'diff --relative',
    'diff-files -p',
    'show',
    'show --stat -p',
    'log -p',
    'log -p -1',
    'log -p --all',
    'log -p --follow',
    'log -L1,2:keep.txt',
    'whatchanged -p',
    'blame',
    'grep KEY',
    'grep -e KEY',
    'grep --cached KEY',
    'stash show -p',
    'cat-file -p',
  ]),
  perhaps(pick(['HEAD', 'HEAD~1', 'HEAD~1..HEAD', '@', 'HEAD~1:keep.txt', 'HEAD~1:./keep.txt', 'HEAD~1:', ':keep.txt'])),
  perhaps(
    pick(['keep.txt', 'src/a.ts', 'src', '.', '-- src', '-- keep.txt', '-- .', '-- ":(top)"', '-- "*.ts"', '-- "*"', 'src keep.txt']),
  ),
);

/** Searches of files, and git commands that show some, by every kind of filter: none may show what a rule denies reading. */
export const searches = fc.oneof({ weight: 3, arbitrary: find }, { weight: 1, arbitrary: grep }, { weight: 2, arbitrary: git });
