import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';

let engine: TestEngine;
const inProject = (name: string): string => path.join(engine.fixture.project, name);
beforeAll(async () => {
  engine = await makeTestEngine();
  mkdirSync(inProject('d1/d2'), { recursive: true });
  symlinkSync('../../docs', inProject('d1/d2/l'));
  symlinkSync('src/deep', inProject('deep'));
});
afterAll(() => engine.fixture.remove());

describe('a path that leaves a link through ..', () => {
  it.each([
    'cat link-out/../x',
    'cat link-out//../x',
    'cat link-out/.//../x',
    'cat d1/d2/l/../../outside/o.txt',
    'cat < link-out//../x',
    'ls d1/d2/l/..//..',
    'cd d1/d2/l && cat ../outside',
    'cd d1/d2/l && cat ../../outside/o.txt',
    'cd d1/d2/l && ls ..',
    'cd d1/d2/l && grep -r x ..',
    'cd -P d1/d2/l && cat ../../outside/o.txt',
    'cd d1/d2/l/.. && cat x',
    'cd deep && cat ../../a.txt',
    'cd nowhere; cat ../outside/o.txt',
  ])('%j asks', (command) => expect(engine.bash(command).behavior).toBe('ask'));

  it.each(['rm link-out//../x', 'touch link-out//../x', 'cp a.txt link-out//../x', 'echo x > link-out//../x'])(
    '%j asks in acceptEdits mode',
    (command) => expect(engine.bash(command, engine.context({}, { mode: 'acceptEdits' })).behavior).toBe('ask'),
  );

  it.each(['cd src && cat ../a.txt', 'cd src/deep && ls ../..', 'cat ./a.txt', 'cd d1/d2/l && cat x.md'])('%j contains none', (command) =>
    expect(engine.bash(command).behavior).toBe('allow'),
  );
});

describe('a pattern that matches names outside', () => {
  it.each(['cat l*/o.txt', 'ls */', 'ls l*/', 'ls */*', 'echo */*', 'cat .*/outside/o.txt', 'ls .*', 'head ?ink-out/*', 'cat li*/../x'])(
    '%j asks',
    (command) => expect(engine.bash(command).behavior).toBe('ask'),
  );

  it.each(['ls *', 'ls l*', 'echo *', 'ls .[!.]*', 'cat .git*'])('%j matches only project files', (command) =>
    expect(engine.bash(command).behavior).toBe('allow'),
  );
});

describe('a pattern with escapes and quotes in its brackets', () => {
  it.each([
    'cat link-[\\f]ile',
    'cat [\\l]ink-file',
    'head -1 link-[\\f]*',
    'cat link-[\\!x]ile',
    'cat link-["!"x]ile',
    'cat link-[a\\-z]ile',
    'cat link-[a"-"z]ile',
    'for f in link-[\\f]ile; do cat "$f"; done',
    'cat < link-[\\f]ile',
  ])('%j asks', (command) => expect(engine.bash(command).behavior).toBe('ask'));

  it.each(['ls "a-b"/*.ts', 'ls "a!"*', 'cat a[.]txt', 'ls \\*'])('%j is allowed', (command) =>
    expect(engine.bash(command).behavior).toBe('allow'),
  );
});

describe('a listing that follows linked folders', () => {
  it.each(['find -H l* -type f', 'tree l*', 'ls -L l*', 'ls -H l*', 'ls --dereference *', 'fd x l*', 'du -aH l*'])('%j asks', (command) =>
    expect(engine.bash(command).behavior).toBe('ask'),
  );

  it.each(['find l* -type f', 'du -a l*', 'ls -la l*', 'tree s*'])('%j lists project files only', (command) =>
    expect(engine.bash(command).behavior).toBe('allow'),
  );
});

describe('a search through unnamed folders', () => {
  it.each([
    'grep -R x',
    'grep -rR x',
    'egrep -R x',
    'grep --dereference-recursive x',
    'grep -R x < a.txt',
    'echo a | grep -R x',
    'cd src/.. && grep -R x',
  ])('%j asks because of links in it', (command) => expect(engine.bash(command).behavior).toBe('ask'));

  it.each(['grep -r KEY', 'echo a | grep -r KEY', 'cat a.txt | grep --recursive KEY'])(
    '%j asks because of read-denied files',
    (command) => {
      expect(engine.bash(command, engine.context({ deny: ['Read(.env)'] })).behavior).toBe('ask');
      expect(engine.bash(command).behavior).toBe('allow');
    },
  );
});

describe('a search that skips hidden files', () => {
  const decide = (command: string, rule: string): string => engine.bash(command, engine.context({ deny: [rule] })).behavior;

  it.each([
    'rg -g .env KEY',
    'rg --glob=.env KEY',
    'rg -g=.env KEY',
    'rg --iglob .ENV KEY',
    "rg -g '.e*' KEY",
    "rg -g '*' KEY",
    "rg -g 'src/**' KEY",
    "rg -g '{.env,x}' KEY",
    "rg -g '{,x}{.env}' KEY",
    "rg -g '{a,{.e,.f}nv}' KEY",
    "rg -g '{[.],x}env' KEY",
    `rg -g '${'{a,b}'.repeat(40)}' KEY`,
    "rg -g '[.-/]env' KEY",
    "rg -g '[!]]env' KEY",
    "rg -g '[]-~.]env' KEY",
    'rg -t config KEY',
    'rg --hidden KEY',
    'rg -uu KEY',
    'rg --no-ignore KEY',
  ])('%j finds them when requested', (command) => expect(decide(command, 'Read(.env)')).toBe('ask'));

  it.each(['rg KEY', 'rg -t ts KEY', "rg -g '*.ts' KEY", "rg -g '*.{ts,tsx}' KEY", "rg -g '!*.md' KEY", 'rg KEY src'])(
    '%j does not find them',
    (command) => expect(decide(command, 'Read(.env)')).toBe('allow'),
  );

  it('tells in a large folder which of them a pattern may find', () => {
    for (let at = 0; at < 300; at++) writeFileSync(inProject(`note-${at}.md`), 'x');
    writeFileSync(inProject('.env.local'), 'KEY = 1');
    expect(decide("rg -g '*.md' KEY", 'Read(.env.*)')).toBe('allow');
    expect(decide("rg -g '*.{md,local}' KEY", 'Read(.env.*)')).toBe('ask');
    expect(decide("printf '!.env.local' > .ignore && rg -g '*.md' KEY", 'Read(.env.*)')).toBe('ask');
    writeFileSync(inProject('.env.md'), 'KEY = 1');
    expect(decide("rg -g '*.md' KEY", 'Read(.env.*)')).toBe('ask');
  });

  it('is of one file', () => {
    writeFileSync(inProject('src/one.ts'), 'KEY');
    for (const rule of ['Read(.env)', 'Read(.env.*)']) expect(decide('rg KEY src/one.ts', rule)).toBe('allow');
  });

  it('finds those with an ending of the requested type', () => {
    writeFileSync(inProject('.settings.py'), 'KEY = 1');
    expect(decide('rg -t py KEY', 'Read(.settings.py)')).toBe('ask');
    expect(decide('rg -tc KEY', 'Read(.settings.py)')).toBe('allow');
  });

  const RE_INCLUDING = ['!.env', '!{.env,x}', '![.-/]env', '![]-~.]env', '!.env\f', '!.env\u00A0', '!.env\u0085', '\uFEFF!.env'];
  it.each(RE_INCLUDING)('finds those that the line %j re-includes', (line) => {
    writeFileSync(inProject('.ignore'), `${line}\n`);
    expect(decide('rg KEY', 'Read(.env)')).toBe('ask');
    rmSync(inProject('.ignore'));
  });

  it('finds those that a repository below, or the one of a linked work tree, re-includes', () => {
    mkdirSync(inProject('src/.git/info'), { recursive: true });
    writeFileSync(inProject('src/.git/info/exclude'), '!.env\n');
    expect(decide('rg KEY', 'Read(.env)')).toBe('ask');
    rmSync(inProject('src/.git'), { recursive: true });
    mkdirSync(inProject('main-git/worktrees/x'), { recursive: true });
    mkdirSync(inProject('main-git/info'), { recursive: true });
    writeFileSync(inProject('main-git/worktrees/x/commondir'), '../..\n');
    writeFileSync(inProject('main-git/info/exclude'), '!.env\n');
    writeFileSync(inProject('src/.env'), 'KEY = 1');
    writeFileSync(inProject('src/.git'), `gitdir: ${inProject('main-git/worktrees/x')}\n`);
    expect(decide('rg KEY src', 'Read(src/.env)')).toBe('ask');
    for (const folder of ['src/.git', 'src/.env', 'main-git']) rmSync(inProject(folder), { recursive: true });
    expect(decide('rg KEY', 'Read(.env)')).toBe('allow');
  });

  it('may find any in a folder with more names than are looked at', () => {
    mkdirSync(inProject('many'));
    for (let at = 0; at < 12_100; at++) writeFileSync(inProject(`many/${at}`), '');
    expect(decide('rg KEY', 'Read(.env)')).toBe('ask');
    rmSync(inProject('many'), { recursive: true });
  });

  it.each(['.ignore', '.rgignore', 'src/.ignore', '.gitignore'])('finds those that %s re-includes', (file) => {
    writeFileSync(inProject(file), 'sub\n!.env\n');
    expect(decide('rg KEY', 'Read(.env)')).toBe('ask');
    writeFileSync(inProject(file), 'sub\n!.gitkeep\n');
    expect(decide('rg KEY', 'Read(.env)')).toBe('allow');
    if (file !== '.gitignore') rmSync(inProject(file));
  });
});
