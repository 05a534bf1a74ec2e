import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';

/** An unquoted pattern expands to file names: how many and which depends on the repository. */
describe('an unquoted pattern', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
    // The fixture's links lead outside, so a bare `*` would ask because of them.
    for (const name of ['link-out', 'link-file']) rmSync(path.join(engine.fixture.project, name));
  });
  afterAll(() => engine.fixture.remove());

  const file = (name: string, target?: string): (() => void) => {
    const place = path.join(engine.fixture.project, name);
    if (target === undefined) writeFileSync(place, '');
    else symlinkSync(engine.fixture.fill(target), place);
    return () => rmSync(place);
  };

  it.each(['uniq *.txt', 'xxd *.txt', 'id *'])('may expand to several operands of %s, which writes its second', (command) =>
    expect(engine.bash(command).behavior).toBe('ask'),
  );

  it.each(['grep -v /etc/*', 'grep -v ~/.ssh/*', 'awk *', 'jq *', 'printf *', 'grep *.ts'])(
    'is not a pattern or program for %s, but files',
    (command) => expect(engine.bash(command).behavior).toBe('ask'),
  );

  it.each(['test *', '[ -e *.json ]'])('may be an operator in %s', (command) => expect(engine.bash(command).behavior).toBe('ask'));

  it.each([
    ['cat *', '-n'],
    ['grep x *', '-R'],
    ['wc -l *', '--files0-from=x'],
    ['file *', '-C'],
    ['file */x', '-C'],
    ['cat ?n', '-n'],
  ])('is an option of %s when a file is named %s', (command, name) => {
    expect(engine.bash(command).behavior).toBe('allow');
    const remove = file(name);
    expect(engine.bash(command).behavior).toBe('ask');
    expect(engine.bash(command.replace(/(\S*[*?]\S*)$/u, '-- $1')).behavior).toBe('allow');
    remove();
  });

  it.each(['fd . *', 'rg x *', 'sort *', 'sed -n 1p *.ts', 'git diff *.ts', 'iconv *', 'tree *'])(
    'may expand to an option of %s that writes or runs something, whatever files exist',
    (command) => expect(engine.bash(command).behavior).toBe('ask'),
  );

  it.each([
    'ls *',
    'cat src/*.ts',
    'grep -rn foo.*bar src',
    'sed -n 1,5p src/*.ts',
    'sort src/*.ts',
    'rg foo src/*.ts',
    'git log -- *.ts',
    'git branch --list feature/*',
    'wc -l *.ts',
    'jq .foo[0] package.json',
    "printf '%s\\n' *.ts",
    'head -n 3 ./*.txt',
  ])('is allowed in %s', (command) => expect(engine.bash(command).behavior).toBe('allow'));

  it.each(['cat l-[[:alpha:]]', 'cat l-[!z]', 'cat "[l]"*', String.raw`cat \[l]*`, 'git diff -- l-*'])(
    'follows the link it matches: %s',
    (command) => {
      const removes = [file('l-a', '$OUT/o.txt'), file('[l]x', '$OUT/o.txt')];
      expect(engine.bash(command).behavior).toBe('ask');
      for (const remove of removes) remove();
    },
  );
});

describe('loop values', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());

  it.each([
    ['for x in $GITHUB_TOKEN; do echo $x; done', 'a variable may hold a secret'],
    ['for x in /etc/*; do echo $x; done', 'names outside'],
    ['for x in ~/.ssh/*; do echo $x; done', 'names outside'],
    ['for x in --pre=./run.sh y; do rg $x src; done', 'an option'],
    ['for x in *; do rg $x src; done', 'a name that may be an option'],
  ])('%s asks: %s', (command) => expect(engine.bash(command).behavior).toBe('ask'));

  it.each([
    'for i in 1 2 3; do echo $i; done',
    'for f in src/*.ts; do echo "$f"; done',
    'for f in *; do echo $f; done',
    'for word in foo bar; do grep -rn "$word" src; done',
    'for x in a b; do echo "== $x"; rg $x src; done',
    'for f in a.txt; do cat $f; done',
  ])('%s runs', (command) => expect(engine.bash(command).behavior).toBe('allow'));

  it.each(['for f in .env x; do pr $f; done', 'for f in .e*; do pr $f; done'])('%s matches a file rule', (command) =>
    expect(engine.bash(command, engine.context({ allow: ['Bash'], deny: ['Read(.env)'] })).behavior).not.toBe('allow'),
  );
});
