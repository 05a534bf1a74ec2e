import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ShellFacts } from '#shared/permission/facts.ts';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';

describe('facts of a shell line', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());

  const shell = (line: string): ShellFacts => {
    const facts = engine.facts(line).shell;
    if (facts === undefined) throw new Error('no shell facts');
    return facts;
  };
  const paths = (line: string): string[] =>
    shell(line)
      .commands.flatMap((command) => command.paths)
      .filter((fact) => fact.access !== 'mention')
      .map((fact) => `${fact.access} ${path.relative(engine.fixture.project, fact.path)}`);

  it('are the same on a machine under load', () => {
    const line = Array.from({ length: 200 }, (_, at) => `echo ${at} held up;`).join('');
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 60_000));
    try {
      expect(shell(line).commands).toHaveLength(200);
    } finally {
      clock.mockRestore();
    }
  });

  it('are missing for a line that takes too much work', () => {
    expect(shell('{a,'.repeat(20_000)).commands).toEqual([]);
  });

  it.each([
    ['echo a "b c" \'d\' e\\ f', [['echo', 'a', 'b c', 'd', 'e f']]],
    ['ls && pwd; whoami | cat', [['ls'], ['pwd'], ['whoami'], ['cat']]],
    ['timeout -k 1 5 nice -n 5 npm test', [['npm', 'test']]],
    ['r\\m "a"', [['rm', 'a']]],
    ['X=rm; $X zz', [[], ['rm', 'zz']]],
    ['echo $UNKNOWN', [['echo', null]]],
    [
      'bash -c "rm zz"',
      [
        ['bash', '-c', 'rm zz'],
        ['rm', 'zz'],
      ],
    ],
    [
      'sudo -u root rm zz',
      [
        ['sudo', '-u', 'root', 'rm', 'zz'],
        ['rm', 'zz'],
      ],
    ],
    [
      'find . -exec rm {} +',
      [
        ['find', '.', '-exec', 'rm', '{}', '+'],
        ['rm', null],
      ],
    ],
    ['if true; then ls; else pwd; fi', [['true'], ['ls'], ['pwd']]],
    ['cat <<EOF\n$(rm zz)\nEOF', [['rm', 'zz'], ['cat']]],
    ['[ -f a ]', [['test', '-f', 'a']]],
  ])('%j runs the same commands as the shell', (line, argv) => {
    expect(shell(line).commands.map((command) => command.argv)).toEqual(argv);
  });

  it.each([
    ['cat a.txt', ['read a.txt']],
    ['echo x > q', ['write q']],
    ['echo x 2>&1 > q < a.txt', ['write q', 'read a.txt']],
    ['ls > /dev/null 2>&1', ['list ']],
    ['cp a.txt q', ['read a.txt', 'write q']],
    ['cp a.txt src', ['read a.txt', 'write src', 'write src/a.txt']],
    ['mv a.txt q', ['read a.txt', 'delete a.txt', 'write q']],
    ['rm -rf src', ['delete src']],
    ['tee -a q', ['write q']],
    ['dd if=a.txt of=q', ['read a.txt', 'write q']],
    ['sort -uoq a.txt', ['write q', 'read a.txt']],
    ['sed -i s/a/b/ a.txt', ['write a.txt']],
    ["sed -n 'w q' a.txt", ['read a.txt', 'write q']],
    ['curl -o q http://x', ['write q']],
    ['cd src && cat a.ts', ['enter src', 'read src/a.ts']],
    ['F=a.txt; cat $F', ['read a.txt']],
    ['tar xf a.tar', ['read a.tar', 'write ']],
    ['> q', ['write q']],
  ])('%j reads and writes the expected files', (line, expected) => {
    expect(paths(line)).toEqual(expected);
  });

  it.each([
    ['(ls)', false],
    ['{ ls; }', false],
    ['ls &', false],
    ['echo $(ls)', false],
    ['cat <(ls)', false],
    ['cat <<EOF\nx\nEOF', false],
    ['f() { ls; }; f', true],
    ['ls "unclosed', true],
    ['$X zz', true],
    ['echo {a,b}', true],
    ["$'\\x72m' zz", true],
    ['echo `echo \\`ls\\``', true],
    ['((a=1))', true],
    ['git\u200B status', true],
    ['echo a\u001Bb', true],
    [`echo ${'a'.repeat(10_000)}`, true],
    ['IFS=_; X=rm_zz; $X', true],
  ])('%j is outside the supported syntax', (line, opaque) => {
    const { limits } = shell(line);
    expect(limits).not.toEqual([]);
    expect(limits.some((limit) => limit.opaque)).toBe(opaque);
  });

  it('treat a line without any command as not understood', () => {
    expect(shell('   ').limits).toHaveLength(1);
    expect(shell('# only a comment').limits).toHaveLength(1);
  });

  it('keep the parts of a line that does not parse, so that deny rules still match', () => {
    expect(shell('rm zz "unclosed').fragments).toContain('rm zz unclosed');
  });

  it('drop the value of a variable assigned twice or out of sight', () => {
    expect(shell('X=ls; X=rm; $X').commands.at(-1)?.argv).toEqual([null]);
    expect(shell('X=ls; read X; $X').commands.at(-1)?.argv).toEqual([null]);
  });

  it('only treat variables that change appearance as harmless', () => {
    expect(shell('LANG=C FOO=1 NODE_ENV=$X ls').commands[0]?.env.map(({ name, harmless }) => [name, harmless])).toEqual([
      ['LANG', true],
      ['FOO', false],
      ['NODE_ENV', false],
    ]);
  });
});
