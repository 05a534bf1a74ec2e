import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sedEditOf } from '#main/permission/shell/sed-edit.ts';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await makeTestEngine();
  symlinkSync('README.md', path.join(engine.fixture.project, 'link.md'));
});
afterAll(() => engine.fixture.remove());

const reading = (command: string) => engine.permissionEngine.readCommand(command, engine.fixture.project, engine.context());

describe('a destructive command', () => {
  it.each([
    'rm a.txt',
    'rm -rf src',
    'find . -name "*.o" -delete',
    'git reset --hard',
    'git push --force',
    'git clean -fd',
    'echo ok && rm a.txt',
    'bash -c "rm a.txt"',
    'terraform destroy',
    'dropdb production',
    '$TOOL src',
    'if then',
    'echo "unclosed',
  ])('%s', (command) => expect(reading(command).isDestructive).toBe(true));

  it.each(['ls -la', 'npm test', 'git commit -m x', 'sed -i s/a/b/ a.txt', 'mkdir -p out && touch out/a', 'git status | cat'])(
    'not: %s',
    (command) => expect(reading(command).isDestructive).toBe(false),
  );
});

it.each([
  ['npm test && npm run build', true],
  ['echo "unclosed', false],
  ['for x in; do', false],
])('%s is understood: %s', (command, expected) => expect(reading(command).isUnderstood).toBe(expected));

describe('sed -i with a known effect', () => {
  it.each([
    ["sed -i 's/one/two/' README.md", ['-e', 's/one/two/']],
    ['sed -i s/one/two/g README.md', ['-e', 's/one/two/g']],
    ['sed -i "s/one\\.x/two/gI" ./README.md', ['-e', 's/one\\.x/two/gI']],
    ["sed -E -i 's/(a|b)+/<\\1>/' README.md", ['-E', '-e', 's/(a|b)+/<\\1>/']],
    ["sed -Ei 's#/usr#/opt#' README.md", ['-E', '-e', 's#/usr#/opt#']],
    ["sed -i -E 's/[0-9]{1,3}/N/' README.md", ['-E', '-e', 's/[0-9]{1,3}/N/']],
    ["sed -n -i 's/a/b/p' README.md", ['-n', '-e', 's/a/b/p']],
    ["sed -i -e 's/a/b/' -e '3,$s/c/d/2' README.md", ['-e', 's/a/b/\n3,$s/c/d/2']],
    ["sed 's/a/b/;s/c/d/' -i README.md", ['-e', 's/a/b/;s/c/d/']],
    ["/usr/bin/sed --in-place '/start/,/end/s/a/b/' README.md", ['-e', '/start/,/end/s/a/b/']],
  ])('%s', (command, args) => {
    const edit = sedEditOf(command, shellFacts(command), 'linux');
    expect(edit).toEqual({ path: path.join(engine.fixture.project, 'README.md'), args });
  });

  it('keeps a copy where a suffix is given', () => {
    const command = "sed -i.bak 's/a/b/' README.md";
    expect(sedEditOf(command, shellFacts(command), 'linux')).toMatchObject({ backupSuffix: '.bak' });
  });

  it("reads BSD's form on macOS: the suffix is a word of its own, and options end at the script", () => {
    const bsd = "sed -i '' 's/a/b/' README.md";
    const gnu = "sed -i 's/a/b/' README.md";
    expect(sedEditOf(bsd, shellFacts(bsd), 'linux')).toBeUndefined();
    expect(sedEditOf(gnu, shellFacts(gnu), 'darwin')).toBeUndefined();
  });

  it.each([
    "sed 's/a/b/' README.md",
    "sed -i 's/a/b/' README.md other.txt",
    "sed -i 's/a/b/' *.md",
    'sed -i s/a/$HOME/ README.md',
    "sed -i 's/a/b/e' README.md",
    "sed -i 's/a/b/w out.txt' README.md",
    "sed -i '1e id' README.md",
    "sed -i 's/a/b/;w out' README.md",
    "sed -i 's/a/b/;r /etc/passwd' README.md",
    "sed -i '/x/d' README.md",
    'sed -i -f script.sed README.md',
    "sed -i -s 's/a/b/' README.md",
    "sed -i -z 's/a/b/' README.md",
    "sed -iE 's/a/b/' README.md",
    "sed -i'/../x' 's/a/b/' README.md",
    "sed -i'*x' 's/a/b/' README.md",
    "sed -i 's/a/b/' README.md > out",
    "sed -i 's/a/b/' README.md && true",
    "sed -i 's/a/b/' README.md &",
    "LC_ALL=C sed -i 's/a/b/' README.md",
    "timeout 5 sed -i 's/a/b/' README.md",
    "./sed -i 's/a/b/' README.md",
    "sed -i 's/a/b/' $FILE",
    "sed -i 's/a/b/' ~/x",
    "sed -i 's/a/b/'",
    'sed -i "s/a/$(id)/" README.md',
    "sed -i 's/a/b/\nw out' README.md",
    "(sed -i 's/a/b/' README.md)",
    "sed -i $'s/a/b/' README.md",
    'sed -i s/a/b/ {README,x}.md',
    "sed -i 's/\\(a\\{1,1000\\}\\)\\{1,1000\\}/b/' README.md",
    "sed -i -E 's/((a{1,99}){1,99}){1,99}/b/' README.md",
    "sed -i --posix 's/a/b/' README.md",
    "sed -i 's/a/b/' -- README.md",
  ])('not: %s', (command) => expect(sedEditOf(command, shellFacts(command), 'linux')).toBeUndefined());
});

function shellFacts(command: string) {
  return engine.facts(command).shell ?? { line: command, commands: [], limits: [], fragments: [] };
}
