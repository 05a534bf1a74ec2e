import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';

/** Everything is allowed except one program, which none of these lines names as a command. */
describe('what a command may run indirectly, with a deny rule in force', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());
  const decide = (line: string): string => engine.bash(line, engine.context({ allow: ['Bash'], deny: ['Bash(curl:*)'] })).behavior;

  it.each([
    "sed '1e curl x' a.txt",
    "sed 's/a/curl x/e' a.txt",
    'sed -f script.sed a.txt',
    `awk 'BEGIN{"curl x"|getline}'`,
    `awk 'BEGIN { system("c" "url x") }'`,
    'sort --compress-prog=curl a.txt',
    'tar -cf x --checkpoint=1 --checkpoint-act=exec=curl .',
    'git ls-remote --u=curl .',
    "git fetch --upload-pack='c\\url' .",
    "git config alias.x '!curl'",
    'GIT_PAGER=curl git -p log',
    "GIT_EDITOR='c\\url' git commit",
    'BASH_ENV=x bash -c :',
    "PS4='$(curl)'; set -x",
    "read 'a[$(curl)]'",
    "x='a[`curl`]'; test -v x",
    'case "$(curl)" in *) ;; esac',
    `for x in "x -o -v a[\\$(curl)]"; do [ z = $x ]; done`,
    "for x in 'x -o -v a[$(curl)]' y; do test z = $x; done",
    'for x in \'a[$(curl)]\' y; do [ -v "$x" ]; done',
    "for x in 'a[$(curl)]' y; do [[ $x -eq 1 ]]; done",
    "for x in 'a[$(curl)]=1' y; do let $x; done",
    'for x in \'a[$(curl)]\' y; do unset "$x"; done',
    'for x in \'a[$(curl)]=1\' y; do declare "$x"; done',
    'for x in \'a[$(curl)]\' y; do declare -i n="$x"; done',
    'for x in \'a[$(curl)]\' y; do printf -v "$x" 1; done',
    "for x in 'a[$(curl)]' y; do readarray -t $x; done",
    "for x in 'a[$(curl)]' y; do getopts ab $x; done",
    'x=$(cat names.txt); unset $x',
    'while read -r x; do [ -v "$x" ] && echo y; done < names.txt',
    'f() { let "$1"; }; f "$(cat names.txt)"',
    "read RANDOM <<< 'a[$(curl)]'",
    'while read -r OPTIND; do :; done < names.txt',
    "for x in 'a[$(curl)]' y; do SRANDOM=$x; done",
    'declare -i n; read n < names.txt',
    'declare -n n=RANDOM; read n < names.txt',
  ])('asks or refuses: %s', (line) => {
    expect(decide(line)).not.toBe('allow');
  });

  it.each([
    "sed -i '1i import x' a.txt",
    "sed -n '/a/{N;p}' a.txt",
    "awk '{ if ($3 > 1) print $1 }' a.txt",
    'export FOO=1 && npm test',
    'FOO=bar npm test',
    'PAGER=cat git log',
    'GIT_EDITOR=true git rebase --continue',
    'git commit -m "feat: $x"',
    'make -C build',
    'git push --force',
    '[ $? -eq 0 ] && echo done',
    'OPTIND=1; RANDOM=42; echo $RANDOM',
    'x=$(git branch --show-current); [ "$x" = main ] && echo main',
    'for f in a b c; do [ -f $f ] && echo $f; done',
    'n=$(wc -l < a.txt); if [ "$n" -gt 3 ]; then echo long; fi',
    'x=$(pwd); export ROOT="$x"',
    '[[ -n $HOME && $# -eq 0 ]] && echo yes',
  ])('does not ask unnecessarily: %s', (line) => {
    expect(decide(line)).toBe('allow');
  });
});

/** Bash expands the word after `>&` twice when it names a file: quotes hide text from the first expansion, and the second one runs it. */
describe('a file after “>&”', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());
  const decide = (line: string): string[] => [
    engine.bash(line, engine.context({}, { mode: 'acceptEdits' })).behavior,
    engine.bash(line, engine.context({ allow: ['Bash'], deny: ['Bash(curl:*)'] })).behavior,
  ];

  it.each([
    "echo x >& '$(curl)'",
    'echo x >& "\\$(curl)"',
    'echo x >& \\$\\(curl\\)',
    "echo x 1>& '`curl`'",
    'x=\'$(curl)\'; echo x >& "$x"',
    'echo x >& "$y"',
    "for f in '$(curl)' b; do echo x >& $f; done",
    "{ echo x; } >& '$(curl)'",
  ])('asks when a second expansion would change it: %s', (line) => {
    expect(decide(line)).not.toContain('allow');
  });

  it.each(["echo x >& '~/notes.txt'", "echo x >& '*.txt'", `echo x >& "'../out.txt'"`])('is exactly the file it names: %s', (line) => {
    expect(decide(line)[0]).toBe('ask');
  });

  it.each(['make >& build.log', 'make >&build/log.txt', 'ls missing >& /dev/null', 'npm test 1>&2', 'npm test >&2', 'exec 3>&-'])(
    'is otherwise an ordinary file: %s',
    (line) => expect(decide(line)[1]).toBe('allow'),
  );
});
