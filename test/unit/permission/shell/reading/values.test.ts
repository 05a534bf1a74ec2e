import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../../test-engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await makeTestEngine();
});
afterAll(() => engine.fixture.remove());

const TABLE: readonly (readonly [what: string, allowed: readonly string[], asked: readonly string[]])[] = [
  [
    'a loop over files',
    [
      'for f in src/*; do cat "$f"; done',
      'for f in src/*.js; do echo "== $f"; head -3 "$f"; done',
      'for f in a.txt b.txt; do cat "$f"; done',
      'for f in src/*.ts; do wc -l $f; done',
      'for f in src/*.ts; do [ -f "$f" ] && grep -n x "$f"; done',
      'for d in src lib; do ls "$d"; done',
      'for d in src lib; do ls $d/*.ts; done',
      'for f in src/*; do echo "${f##*/}"; done',
      'for i in $(seq 1 3); do echo "$i"; done',
    ],
    [
      'for f in src/*; do rm "$f"; done',
      'for f in src/*; do bash "$f"; done',
      'for f in src/*; do . "$f"; done',
      'for f in ../outside/*; do cat "$f"; done',
      'for f in link-out/*; do cat "$f"; done',
      'for f in a.txt ../outside/o.txt; do cat "$f"; done',
      'for f in a.txt; do cat "../outside/$f"; done',
      'for f in ~/notes.txt; do cat "$f"; done',
      'for f in ~/notes.txt x; do cat "$f"; done',
      'for f in ~; do cat "$f/notes.txt"; done',
      'for f in notes.txt; do cat ~/"$f"; done',
      'for f in src/*; do f=../outside/o.txt; cat "$f"; done',
      'for f in src/*; do cd lib; cat "$f"; done',
      'for f in o.txt; do cd ../outside; cat "$f"; done',
      'for f in src/*; do read f < a.txt; cat "$f"; done',
      'for f in a.txt; do :; done; cat "$f"',
      'for f in "a b"; do cat $f; done',
      "for f in '[a]*'; do cat $f; done",
      'for f in a.txt -x; do cat "$f"; done',
      'for f in src/*; do rg --pre="$f" x; done',
      'for f in *; do sort "$f"; done',
      'for f in a.txt; do sort -o "$f" b.txt; done',
      "for k in '1e id' 'w x'; do sed \"$k\" a.txt; done",
      `for k in 'BEGIN{system("id")}' x; do awk "$k" a.txt; done`,
      'for x in $(cat a.txt); do echo $x; done',
      'for x in "$(cat a.txt)"; do cat "$x"; done',
    ],
  ],
  [
    'a substitution of what only reads',
    [
      'echo "$(date)"',
      'echo "branch: $(git branch --show-current)"',
      'echo $(git rev-parse HEAD)',
      'x=$(git rev-parse HEAD); echo "$x"',
      'n=$(ls src | wc -l) && echo "n: $n"',
      '[ -n "$(git status --porcelain)" ] && echo changed',
      'for f in docs/*.md; do t=$(grep "^title" "$f" | cut -d: -f2); echo "$t|$f"; done | sort',
    ],
    [
      'echo "$(rm a.txt)"',
      'x=$(rm a.txt); echo "$x"',
      'echo "$(cat ../outside/o.txt)"',
      'echo $(cat a.txt)',
      'x=$(cat a.txt); echo $x',
      'x=$(cat a.txt); cat "$x"',
      'x=$(cat a.txt); cat $x',
      'x=$(cat a.txt); $x',
      '$(cat a.txt)',
      'ls "$(cat a.txt)"',
      'grep "$(cat a.txt)" b.txt',
      'rg -e x "$(cat a.txt)"',
      'printf "$(cat a.txt)"',
      'printf -v x "$(cat a.txt)"',
      '[ "$(cat a.txt)" -eq 1 ]',
      '[[ $(cat a.txt) -eq 1 ]]',
      'echo "$(date)" > x',
      'FOO=$(date) ls',
      'echo `cat \\`x\\``',
      'echo <(cat a.txt)',
    ],
  ],
  [
    'a variable of the line',
    [
      'x=1; echo $x',
      'x=a.txt; cat "$x"',
      'x=a.txt; printf -- "== %s\\n" 1; cat "$x"',
      'x=a.txt; grep -c read "$x"; cat "$x"',
      'x=a.txt; printf "%s\\n" "a$(date)"; cat "$x"',
      'read -r line < a.txt; echo "$line"',
      'while IFS= read -r l; do echo "$l"; done < a.txt',
    ],
    [
      'x=a.txt; printf -v x ../outside/o.txt; cat "$x"',
      'x=a.txt; printf -vx ../outside/o.txt; cat "$x"',
      'x=a.txt; command printf -v x ../outside/o.txt; cat "$x"',
      'x=a.txt; printf "$(cat a.txt)" x ../outside/o.txt; cat "$x"',
      'x=a.txt; printf $LANG-v x ../outside/o.txt; cat "$x"',
      'x=a.txt; builtin read x < b.txt; cat "$x"',
      'x=a.txt; time -p read x < b.txt; cat "$x"',
      'x=a.txt; command -p read x < b.txt; cat "$x"',
      'x=a.txt; r=read; $r x < b.txt; cat "$x"',
      'x=~root/a; cat "$x"',
      'x=a:~/notes.txt; cat "${x#a:}"',
      'PATH=.; ls',
      'GIT_PAGER=x; git log',
      'GIT_DIR=evil; git log',
      'LD_PRELOAD=./x; ls',
      'x=../outside/o.txt; cat $x',
      'x=~/notes.txt; cat "$x"',
      'x=a; x+=b; cat $x',
      'x=(a b); ls',
      "read 'a[$(id)]' < a.txt",
      'read PATH < a.txt; ls',
      'read -a PATH < a.txt',
      'read x < ../outside/o.txt; echo "$x"',
      'read x < a.txt; cat "$x"',
      'IFS=x; ls',
      'IFS=$(cat a.txt) read x',
    ],
  ],
  [
    'an expansion',
    ['echo $((1+1))', 'echo "${PWD##*/}"', 'ls | head; echo "exit ${PIPESTATUS[0]}"', 'x=abc; echo "${#x}"', 'f=a.txt; echo "${f%.txt}"'],
    [
      'echo $((x+1))',
      'echo $((a[$(id)]))',
      'echo "${x:=$(id)}"',
      'x=1; echo "${x@P}"',
      'echo "${!x}"',
      'echo "${SECRET##*/}"',
      'echo "${SECRET:-x}"',
      'echo "${PIPESTATUS[$(id)]}"',
      'echo "${PIPESTATUS[x]}"',
    ],
  ],
  [
    'a test',
    [
      '[ -f a.txt -a -d src ]',
      '[ ! -f x -o -n "$HOME" ]',
      '[[ -f a.txt && ( -d src || ! -e x ) ]]',
      '[ a.txt -nt b.txt ]',
      '[ $# -gt 0 ]',
      'test x',
    ],
    [
      "test -f a.txt -a -v 'a[$(id)]'",
      "test -n x -o -v 'a[$(id)]'",
      "[ x -a -v 'a[$(id)]' ]",
      '[[ -n x && -v a[$(id)] ]]',
      '[ -e ../outside/o.txt ]',
      '[ -d src -a -e ../outside/o.txt ]',
    ],
  ],
  [
    'a group of commands that only read',
    ['(cd src && ls)', '{ ls; pwd; }', 'set -e; ls', 'set -euo pipefail; ls | head', 'cat <<EOF\nhello\nEOF'],
    [
      '(rm a.txt)',
      '{ rm a.txt; }',
      '(cd ../outside && cat o.txt)',
      '((x=1))',
      'set -a; x=1',
      'set -- -x; ls $1',
      'set -o posix; ls',
      'set -x y; ls',
      'cat <<EOF\n$(id)\nEOF',
      'cat <<EOF\n$HOME\nEOF',
      'f() { ls; }; f',
    ],
  ],
];

describe.each(TABLE)('%s', (_what, allowed, asked) => {
  it('runs without asking', () => expect(allowed.filter((line) => engine.bash(line).behavior !== 'allow')).toEqual([]));
  it('asks when it may do more', () => expect(asked.filter((line) => engine.bash(line).behavior === 'allow')).toEqual([]));
});

it('file names with blanks are not substituted unquoted', () => {
  expect(engine.bash('for f in lib/*; do wc -l $f; done').behavior).toBe('allow');
  writeFileSync(path.join(engine.fixture.project, 'lib/a b'), '');
  expect(engine.bash('for f in lib/*; do wc -l $f; done').behavior).toBe('ask');
  expect(engine.bash('for f in lib/*; do wc -l "$f"; done').behavior).toBe('allow');
  rmSync(path.join(engine.fixture.project, 'lib/a b'));
});

it('resolves a home folder in a value', () => {
  const allowed = (line: string, allow: string[]): string => engine.bash(line, engine.context({ allow })).behavior;
  expect(allowed('x=~/notes.txt; cat "$x"', ['Read(~/notes.txt)'])).toBe('allow');
  expect(allowed('x=~; cat "$x/notes.txt"', ['Read(~/notes.txt)'])).toBe('allow');
  expect(allowed('x=~/.ssh; cat "$x/id_rsa"', ['Read(~/notes.txt)'])).toBe('ask');
  expect(allowed('x=~"/notes.txt"; cat "$x"', ['Read(~/notes.txt)'])).toBe('ask');
  expect(engine.bash('x=~/notes.txt; cat "$x"', engine.context({ deny: ['Read(~/notes.txt)'] })).behavior).toBe('deny');
});

describe('the expanded line is still checked', () => {
  it.each([
    ['for f in .e*; do cat "$f"; done', 'Read(.env)'],
    ['for f in a.txt .env; do cat "$f"; done', 'Read(.env)'],
    ['x=.env; cat "$x"', 'Read(.env)'],
    ['echo "$(cat .env)"', 'Read(.env)'],
    ['(cd secrets && cat k.env)', 'Read(secrets/k.env)'],
    ['echo "$(date)"', 'Bash(date:*)'],
  ])('by a deny rule: %s under %s', (line, deny) => expect(engine.bash(line, engine.context({ deny: [deny] })).behavior).toBe('deny'));

  it.each(['npm test "$(date)"', 'npm test $(date)', 'echo "$(npm run build)" && npm test', '(npm test)', 'FOO=$(date) npm test'])(
    'by an allow rule, which covers no more than before: %s',
    (line) => expect(engine.bash(line, engine.context({ allow: ['Bash(npm test:*)'] })).behavior).toBe('ask'),
  );

  it.each(['cat <<EOF > new.txt\nhi\nEOF', 'touch "$(date)"', '(touch x)', 'echo "$(date)" > new.txt'])('by acceptEdits mode: %s', (line) =>
    expect(engine.bash(line, engine.context({}, { mode: 'acceptEdits' })).behavior).toBe('ask'),
  );
});
