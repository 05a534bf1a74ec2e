import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';

describe('a text for a shell', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
    writeFileSync(path.join(engine.fixture.project, '$(git push)'), '');
  });
  afterAll(() => engine.fixture.remove());

  const decide = (line: string, deny = ['Bash(git push *)', 'Read(secrets/**)', 'Read(./.env)', 'Read(//etc/passwd)']): string =>
    engine.bash(line, engine.context({ allow: ['Bash'], deny })).behavior;

  it.each([
    String.raw`sh -c "echo \$'\\'; git push #'"`,
    String.raw`dash -c "echo \$'\\'; git push #'"`,
    String.raw`timeout 5 sh -c "echo \$'\\'; git push #'"`,
    String.raw`watch "echo \$'\\'; git push #'"`,
    String.raw`sh -c 'a=\$; eval "echo $a'"'\\\\'; git push #'"'"'`,
    "sh -c 'cd src &> /dev/null && cat .env'",
    "sh -c 'pushd src; cat .env'",
    "sh -c 'time cd src && cat .env'",
    "sh -c 'declare v=x; cat $v.env'",
    "sh -c 'for i in {1..3}; do cat $i; done'",
    "sh -c 'cat 10> /dev/null'",
    "sh -c 'dd if=~/x'",
    'zsh -c \'v=.envx; cat "$v[1,4]"\'',
    "zsh -c 'v=.env/x; cat $v:h'",
    "zsh -c 'cat **/k.env'",
    "zsh -c 'true | cd secrets; cat k.env'",
    "ksh -c 'true | cd secrets; cat k.env'",
  ])('isn’t taken for known where its shell reads it otherwise than bash: %s', (line) => {
    expect(decide(line)).not.toBe('allow');
  });

  it.each(['eval echo *', 'eval echo "x" $*', 'trap -- * EXIT', 'bash -c * x', 'watch echo *'])(
    'isn’t known where file names become part of it: %s',
    (line) => {
      expect(decide(line, ['Bash(git push *)'])).not.toBe('allow');
    },
  );

  it.each([
    "env -i bash -c 'cat $HOME/etc/passwd'",
    "env - bash -c 'cat $HOME/etc/passwd'",
    "env -u HOME bash -c 'cat $HOME/etc/passwd'",
    "env -uHOME bash -c 'cat $HOME/etc/passwd'",
    "env POSIXLY_CORRECT=1 bash -c 'v=a.txt; v=.env :; cat $v'",
    "env CDPATH=secrets bash -c 'cd sub && cat n.txt'",
    "sudo bash -c 'cat ~/x'",
    "HOME=/etc bash -c 'cat ~/passwd'",
  ])('isn’t known where a variable that it depends on is changed for it: %s', (line) => {
    expect(decide(line)).not.toBe('allow');
  });

  it.each(["sh -c 'v=a.txt; v=.env :; cat $v'", 'v=a.txt; v=.env :; cat $v', "sh -c 'HOME=/etc :; cat ~/passwd'"])(
    'may keep what stands before a special builtin: %s',
    (line) => {
      expect(decide(line)).not.toBe('allow');
    },
  );

  it.each([
    "sh -c 'cd src && cat a.ts'",
    "sh -c 'npm test 2>&1 | tail -5 && echo ok'",
    'sh -c "echo $HOME; ls > /dev/null"',
    "zsh -c 'npm test | head -3'",
    "bash -c '[[ -f a.txt ]] && cat a.txt &> /dev/null'",
    "env -i bash -c 'cat a.txt'",
    "env NODE_ENV=test bash -c 'cat a.txt'",
    "eval 'ls *.ts'",
    'eval "cat a.txt"',
    'v=a.txt; TZ=UTC date; cat "$v"',
  ])('is known: %s', (line) => {
    expect(decide(line)).toBe('allow');
  });
});
