import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';

describe('the variables that a builtin sets', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());

  const decide = (line: string, allow = ['Bash'], deny = ['Bash(git push *)', 'Read(secrets/**)']): string =>
    engine.bash(line, engine.context({ allow, deny })).behavior;

  it.each([
    'read -aPATH <<< ./x; git status',
    'read -raPATH <<< ./x; git status',
    "read 'PATH[0]' <<< ./x; git status",
    "read 'a[PATH=5]' <<< x; git status",
    'printf -vPATH %s ./x; git status',
    "printf 'ab%n' PATH; git status",
    "declare 'PATH[0]=./x'; git status",
    "declare 'BASH_CMDS[git]=./x'; git status",
    "let 'x=1,PATH=5'; git status",
    "v='PATH=5'; let x=v; git status",
    '[[ PATH=5 -eq 5 ]]; git status',
    "v='PATH=5'; [[ v -eq 5 ]]; git status",
    "test -v 'a[PATH=5]'; git status",
    "command [ -v 'a[PATH=5]' ]; git status",
    "unset 'a[PATH=5]'; git status",
    'wait -n -p PATH; git status',
    "w='1 PATH=./x'; \\export v=$w; git status",
    "w='1 PATH=./x'; command export v=$w; git status",
    "for w in '1 PATH=./x'; do command export v=$w; done; git status",
    "v='PATH=./x'; eval 'export $v'; git status",
    "v='PATH=5'; eval '[[ $v -eq 5 ]]'; git status",
    "v='PATH=./x' bash -c 'export $v; git status'",
    "eval 'v=PATH=./x'; export $v; git status",
    'printf -v v PATH=./x; export $v; git status',
    'printf -vv PATH=./x; export $v; git status',
    'read -av <<< PATH=./x; export $v; git status',
    "trap 'v=PATH=5' DEBUG; export $v; git status",
    'for v in PATH=./x; do export $v; git status; done',
    'for v in PATH=./x; do export "$v"; git status; done',
    "for v in 'PATH=5'; do [[ $v -eq 5 ]]; git status; done",
    "for v in 'PATH=5'; do [[ 5 -eq $v ]]; git status; done",
    'for v in PATH; do printf -v $v ./x; git status; done',
    'for v in PATH; do unset $v; git status; done',
    'for v in HOME; do printf -v $v secrets; cat ~/k.env; done',
    'read -aHOME <<< secrets; cat ~/k.env',
    'printf -vHOME secrets; cat ~/k.env',
    "let 'x=1,HOME=5'; cat ~/k.env",
    'v=a.txt; printf \'%n\' v; cat "$v"',
    'v=a.txt; command [ -v \'x[v=7]\' ]; cat "$v"',
  ])('may change which program runs, or what a word means: %s', (line) => {
    expect(decide(line)).toBe('ask');
  });

  it.each([
    'read PATH <<< ./x; git status',
    'read -aPATH <<< ./x; git status',
    'wait -p PATH; git status',
    'getopts a PATH -a; git status',
  ])('are not covered by a rule for the builtin: %s', (line) => {
    expect(decide(line, ['Bash(read *)', 'Bash(wait *)', 'Bash(getopts *)', 'Bash(git *)'], [])).toBe('ask');
  });

  it.each([
    ['read PATH', 'It sets PATH, which may change what later commands do, so only an exact rule allows it.'],
    ['read BASH_ENV', 'It sets BASH_ENV, which may change what later commands do, so only an exact rule allows it.'],
    ["read 'a[x$v]'", 'It sets a variable whose name is only known when it runs, so only an exact rule allows it.'],
    ['read -r a', 'No rule allows it.'],
  ])('are named where they matter: %s', (line, message) => {
    expect(engine.bash(line).message).toBe(message);
  });

  it.each([
    'read -rp "Which PATH? " v <<< y; git status',
    'read -ra parts <<< "a b"; git status',
    'printf -v v %s x; git status',
    'v=a.txt; printf "at $(date)\\n"; cat "$v"',
    'printf "%s\\n" PATH HOME; git status',
    'declare -A seen; export NODE_ENV=test; unset v; git status',
    'n=3; if [[ $n -gt 2 && -n $HOME ]]; then git status; fi',
    '[ "$#" -eq 0 ] && git status',
    'let x=5; wait; git status',
    'for v in NODE_ENV=test CI=1; do export "$v"; done; git status',
    'for n in 1 2 3; do [[ $n -eq 2 ]] && git status; done',
    'bash -c \'[ -n "$CI" ] && ls "$PWD"\'',
  ])('may be ordinary: %s', (line) => {
    expect(decide(line)).toBe('allow');
  });
});
