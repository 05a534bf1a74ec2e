import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestBench, type TestBench } from '../engine-support.ts';

let bench: TestBench;
const inProject = (name: string): string => path.join(bench.fixture.project, name);
beforeAll(async () => {
  bench = await makeTestBench();
  mkdirSync(inProject('d1/d2'), { recursive: true });
  symlinkSync('../../docs', inProject('d1/d2/l'));
  symlinkSync('src/deep', inProject('deep'));
});
afterAll(() => bench.fixture.remove());

describe('a path that climbs out of a link', () => {
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
  ])('%j asks', (command) => expect(bench.bash(command).behavior).toBe('ask'));

  it.each(['rm link-out//../x', 'touch link-out//../x', 'cp a.txt link-out//../x', 'echo x > link-out//../x'])(
    '%j asks where edits are accepted',
    (command) => expect(bench.bash(command, bench.context({}, { mode: 'acceptEdits' })).behavior).toBe('ask'),
  );

  it.each(['cd src && cat ../a.txt', 'cd src/deep && ls ../..', 'cat ./a.txt', 'cd d1/d2/l && cat x.md'])('%j has none in it', (command) =>
    expect(bench.bash(command).behavior).toBe('allow'),
  );
});

describe('a pattern that matches names outside', () => {
  it.each(['cat l*/o.txt', 'ls */', 'ls l*/', 'ls */*', 'echo */*', 'cat .*/outside/o.txt', 'ls .*', 'head ?ink-out/*', 'cat li*/../x'])(
    '%j asks',
    (command) => expect(bench.bash(command).behavior).toBe('ask'),
  );

  it.each(['ls *', 'ls l*', 'echo *', 'ls .[!.]*', 'cat .git*'])('%j shows those of the project', (command) =>
    expect(bench.bash(command).behavior).toBe('allow'),
  );
});

describe('a search that skips hidden files', () => {
  const decide = (command: string, rule: string): string => bench.bash(command, bench.context({ deny: [rule] })).behavior;

  it.each([
    'rg -g .env KEY',
    'rg --glob=.env KEY',
    'rg -g=.env KEY',
    'rg --iglob .ENV KEY',
    "rg -g '.e*' KEY",
    "rg -g '*' KEY",
    "rg -g 'src/**' KEY",
    "rg -g '{.env,x}' KEY",
    'rg -t config KEY',
    'rg --hidden KEY',
    'rg -uu KEY',
    'rg --no-ignore KEY',
  ])('%j finds them where they were asked for', (command) => expect(decide(command, 'Read(.env)')).toBe('ask'));

  it.each(['rg KEY', 'rg -t ts KEY', "rg -g '*.ts' KEY", "rg -g '!*.md' KEY", 'rg KEY src'])('%j does not', (command) =>
    expect(decide(command, 'Read(.env)')).toBe('allow'),
  );

  it.each(['.ignore', '.rgignore', 'src/.ignore', '.gitignore'])('finds those that %s takes back', (file) => {
    writeFileSync(inProject(file), 'sub\n!.env\n');
    expect(decide('rg KEY', 'Read(.env)')).toBe('ask');
    writeFileSync(inProject(file), 'sub\n!.gitkeep\n');
    expect(decide('rg KEY', 'Read(.env)')).toBe('allow');
    if (file !== '.gitignore') rmSync(inProject(file));
  });
});
