import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { globExpression } from '#main/permission/paths/glob-expand.ts';

const NAMES = [
  'a',
  'b',
  'ab',
  'a-b',
  'A',
  '-',
  '-x',
  ']',
  '[a]',
  'a]',
  '!',
  '^',
  'é',
  'a.ts',
  'x.y',
  'a+b',
  'z',
  '0',
  '9x',
  'a\nb',
  '(',
  '|',
];
const PATTERNS = [
  ['*', '?', '??', '*.ts', 'a*b', '*-*', '[ab]', '[a-c]', '[!a]', '[^a]*', '[]]', '[]a]', '[!]]', '[a-]', '[-a]', '[+-9]'],
  ['[a', 'a]', '[a]]', '[0-9]*', '[!0-9a-z]', '[[]a]', '[z-a]', '(', '*|*', '?\n?', '[|(]', '[é]', '[A-Z]'],
].flat();

describe('a shell pattern as a regular expression', () => {
  it('matches every name that bash matches', () => {
    const script =
      'shopt -u extglob; n=$1; shift; for ((i=1;i<=n;i++)); do for p in "${@:n+1}"; do [[ ${!i} == $p ]] && echo 1 || echo 0; done; done';
    const out = execFileSync('bash', ['-c', script, 'bash', String(NAMES.length), ...NAMES, ...PATTERNS], { encoding: 'utf8' });
    const matched = out.trim().split('\n');
    const missed = NAMES.flatMap((name, i) =>
      PATTERNS.filter((pattern, j) => matched[i * PATTERNS.length + j] === '1' && globExpression(pattern)?.test(name) === false).map(
        (pattern) => `${pattern} ~ ${name}`,
      ),
    );
    expect(missed).toEqual([]);
    expect(matched.filter((one) => one === '1').length).toBeGreaterThan(NAMES.length);
  });

  it.each([
    ['*.ts', 'a.js'],
    ['[ab]', 'c'],
    ['a*', 'b'],
    ['*', '.hidden'],
    ['[0-9]', 'x'],
  ])('%j does not match %j', (pattern, name) => expect(globExpression(pattern)?.test(name)).toBe(false));

  it.each(['[[:alpha:]]', String.raw`a\*`, '[[=a=]]'])('reports that it can’t decide %j', (pattern) =>
    expect(globExpression(pattern)).toBeUndefined(),
  );
});
