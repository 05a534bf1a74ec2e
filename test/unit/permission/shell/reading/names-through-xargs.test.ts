import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../../test-engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await makeTestEngine();
});
afterAll(() => engine.fixture.remove());

const allowed = (line: string): boolean => engine.bash(line).behavior === 'allow';

describe('names that find passes to xargs', () => {
  it.each([
    "find src -name '*.ts' | xargs grep -l x",
    "find src -name '*.ts' -type f | xargs grep -l 'a\\|b' 2>/dev/null | head -5",
    'find $PROJ/src -type f | xargs wc -l',
    'find src -type f -print0 | xargs -0 grep -n x',
    'find src lib -type f -print0 | xargs -0 -n 1 head -1',
    "find src -name '*.ts' 2>/dev/null | grep -v deep | sort | head -20 | xargs wc -l | tail -1",
    'find src -type f | grep -ve x | xargs -I{} head -3 {}',
    'find src -type f | xargs -I F grep x F',
    'cd src && find . -type f | xargs ls -l',
    'for d in src lib; do find src | xargs file; done',
    'echo "$(find src -type f | xargs wc -l)"',
    'find src -type f | xargs sed -n 1p',
    'find src -type f | xargs -P 4 -r md5sum',
  ])('are allowed: %s', (line) => expect(allowed(engine.fixture.fill(line))).toBe(true));

  it.each([
    // The command does more than read, or doesn't treat them as file names.
    'find src | xargs rm',
    'find src | xargs sh',
    'find src | xargs -I{} sh -c "cat {}"',
    'find src | xargs sed -i s/a/b/',
    'find src | xargs sort -o',
    'find src | xargs grep',
    'find src | xargs uniq',
    'find src | xargs env cat',
    'find src | xargs xargs cat',
    'find src | xargs -I cat cat x',
    'find src | xargs -I echo echo x',
    'find src | xargs -I{} cat ../{}',
    'find src | xargs -I{} cat /etc/{}',
    'find src | xargs -a a.txt cat',
    'find src | xargs --arg-file=a.txt cat',
    'find src | xargs -p cat',
    'find src | xargs -i cat {}',
    'find src | xargs "$X"',
    'find src | xargs cat ../outside/o.txt',
    'find src | PATH=. xargs cat',
    'find src | xargs cat > x',
    // They come from elsewhere, or are changed.
    'find ../outside | xargs cat',
    'find / | xargs cat',
    'find link-out/ | xargs cat',
    'find . | xargs cat',
    'find "$X" | xargs cat',
    'find s* | xargs cat',
    'find ~ | xargs ls',
    "find src -printf '/%p' | xargs cat",
    'find src -exec echo /{} + | xargs cat',
    'find src -ls | xargs cat',
    'find src 2>&1 | xargs cat',
    'find src |& xargs cat',
    'find src -print0 | xargs cat',
    'find src | xargs -0 cat',
    'find src | xargs -d / cat',
    "find src | sed 's/^/../' | xargs cat",
    'find src | cut -c2- | xargs cat',
    'find src | grep -o /.* | xargs cat',
    'find src | grep -c x | xargs cat',
    'find src | grep -ev a.txt | xargs cat',
    'find src | grep -e -v a.txt | xargs cat',
    'find src | grep x a.txt | xargs cat',
    'find src | grep "" - a.txt | xargs cat',
    'find src | sort - a.txt | xargs cat',
    'find src | head -c 3 | xargs cat',
    'find src | tail -c 3 | xargs cat',
    'find src | tail -c3 | xargs cat',
    'find src | grep x < a.txt | xargs cat',
    'find src | grep x <<< /etc/passwd | xargs cat',
    'find src | xargs cat < a.txt',
    'find src | < a.txt xargs cat',
    'find src | xargs cat <&3',
    'find src | xargs cat <<< /etc/passwd',
    'find src | xargs cat <<EOF\n/etc/passwd\nEOF',
    'find src | grep "$(head -c1)" | xargs cat',
    'find src | xargs grep "$(head -c1)"',
    'find src | { read -n 1 x; xargs cat; }',
    'find src | (head -c1; xargs cat)',
    'find src | while read -n 1 x; do xargs cat; done',
    'find src | if read -n 1; then xargs cat; fi',
    '{ find src; cat a.txt; } | xargs cat',
    '(cat a.txt; find src) | xargs cat',
    'cat a.txt | xargs cat',
    'ls src | xargs cat',
    'git ls-files | xargs head -1',
    'find src | tee x | xargs cat',
    'find src > x | xargs cat',
    'xargs ls < /dev/null',
    'echo x | xargs ls',
    // Other parts of the line change what is found.
    'touch "src/a /etc/passwd"; find src | xargs cat',
    'ln -s /etc src/l; find src -print0 | xargs -0 cat',
    'find src | xargs cat & mv b.txt "src/x y"',
  ])('ask: %s', (line) => expect(allowed(line)).toBe(false));

  it('ask when a name would be split, unless names are NUL-terminated', () => {
    const folder = path.join(engine.fixture.project, 'names');
    const lines = ['find names | xargs cat', 'find names -print0 | xargs -0 cat', 'find names | xargs -I{} cat {}'];
    for (const name of ['a b', "a'b", 'a"b', 'a\\b', 'a\nb', 'a\u00a0b', ' ']) {
      mkdirSync(path.join(folder, 'deep'), { recursive: true });
      expect(lines.map(allowed), name).toEqual([true, true, true]);
      writeFileSync(path.join(folder, 'deep', name), '');
      expect(lines.map(allowed), name).toEqual([false, true, false]);
      rmSync(folder, { recursive: true });
    }
    mkdirSync(folder);
    symlinkSync(path.join(engine.fixture.outside, 'o.txt'), path.join(folder, 'link'));
    expect(lines.map(allowed)).toEqual([false, false, false]);
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['find src | xargs cat', 'Bash(cat *)', 'deny'],
    ['find src | xargs -I{} cat {}', 'Bash(cat *)', 'deny'],
    ['find src | xargs cat', 'Bash(xargs *)', 'deny'],
    ['find secrets | xargs cat', 'Read(secrets/k.env)', 'ask'],
    ['find secrets -print0 | xargs -0 cat', 'Read(secrets/k.env)', 'ask'],
  ])('deny rules apply: %s under %s', (line, deny, behavior) =>
    expect(engine.bash(line, engine.context({ allow: ['Bash'], deny: [deny] })).behavior).toBe(behavior),
  );
});

describe('xargs that prints its arguments', () => {
  it.each([
    'grep x a.txt | xargs',
    'ls src | xargs -n 1 basename',
    'ls -d src/* | xargs -I{} basename {}',
    't=$(grep x a.txt | cut -d: -f2 | xargs); echo "$t"',
    'ls | xargs echo',
  ])('runs: %s', (line) => expect(allowed(line)).toBe(true));

  it.each([
    'cat ../outside/o.txt | xargs',
    'xargs < ../outside/o.txt',
    'ls | xargs -a a.txt',
    'ls | xargs > x',
    'ls | xargs ./echo',
    'ls | xargs -I{} {} x',
    'ls | xargs printf',
  ])('asks: %s', (line) => expect(allowed(line)).toBe(false));
});
