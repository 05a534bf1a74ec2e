import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';

let engine: TestEngine;
const inProject = (name: string): string => path.join(engine.fixture.project, name);
beforeAll(async () => {
  engine = await makeTestEngine();
  mkdirSync(inProject('links'));
  symlinkSync('../../outside', inProject('links/up'));
  symlinkSync('src/deep', inProject('deep'));
});
afterAll(() => engine.fixture.remove());

const decide = (command: string, allow: readonly string[] = [], deny: readonly string[] = []): string =>
  engine.bash(command, engine.context({ allow, deny }, { mode: 'acceptEdits' })).behavior;

describe('a part of a line that depends on what another part creates', () => {
  it.each([
    ['mv deep docs/ && cat docs/deep/b.ts', 'a relative link leads elsewhere from there'],
    ['mv link-in docs/ && cat docs/link-in', 'the same'],
    ['mv links l2 && ls l2/up', 'so do those in a folder'],
    ['cp -a links l2 && cat l2/up/o.txt', 'a copy keeps them'],
    ['cp -a links l2 && diff -r l2 docs', 'they are followed below a folder'],
    ['mv deep docs/ && echo x > docs/deep/y', 'what is written lands elsewhere'],
    ['mv deep docs/ && cat docs/d*/b.ts', 'a pattern matches the link'],
    ['mv deep docs/; mv docs/deep n; cat n/x', 'it is moved on'],
    ['for i in 1 2; do cat docs/deep/b.ts; mv deep docs/; done', 'it comes before in the next round'],
    ['cat docs/deep/b.ts | mv deep docs/', 'both run at once'],
    ['mv docs nd && git -C nd status', 'the folder may be a repository'],
    ['cp -r docs nd && git -C nd log', 'the same'],
    ['mkdir -p nd/objects nd/refs; touch nd/HEAD; echo x > nd/config; git -C nd status', 'it is made one'],
    ['mkdir objects refs && echo x > HEAD && git status', 'the same'],
    ["touch -- '-oP' && sort *", 'a name is an option'],
    ["touch './-R' && grep x *", 'the same'],
    [`echo x > 'BEGIN{system("id")}.x' && awk *.x`, 'a name is the program'],
    ['mkdir d && cp docs/.bashrc d', 'the copy goes into the new folder'],
    ['mkdir d && cp .npmrc d', 'the same'],
    ['mkdir -p w/workflows && mv w .github', 'what it makes in the folder becomes a protected path'],
    ['mkdir -p w/workflows; cp -r w .github', 'the same'],
    ['cp a.txt compose.yaml && docker compose ps', 'compose loads what the new file includes'],
    ['echo COMPOSE_FILE=x > .env; docker compose logs', 'the same'],
    ['cp a.txt go.mod && go version', 'go fetches what the new file asks for'],
    ['mv docs src/new && cd src/new && go list', 'the same'],
  ])('%j asks: %s', (command) => expect(decide(command)).toBe('ask'));

  it.each([
    ['ln -s .. l && cat l/x', ['Bash(ln *)']],
    ['tar xf a.tar && cat new/x', ['Bash(tar *)']],
    ['git init sub2 && git -C sub2 status', ['Bash(git init *)']],
  ])('%j asks under %j', (command, allow) => expect(decide(command, allow)).toBe('ask'));

  it('asks when a search would find a hidden file created earlier', () => {
    expect(decide("echo '!.env' > .ignore && rg KEY", [], ['Read(.env)'])).toBe('ask');
    expect(decide('echo x > n.txt && rg KEY', [], ['Read(.env)'])).toBe('allow');
  });

  it('asks when a submodule’s folder is created', () => {
    const git = (...args: string[]): unknown => execFileSync('git', ['-C', engine.fixture.project, ...args], { stdio: 'ignore' });
    git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},vendor/lib`);
    expect(decide('mv docs vendor/lib && git status')).toBe('ask');
    expect(decide('mv docs papers && git status')).toBe('allow');
    git('update-index', '--force-remove', 'vendor/lib');
  });

  it('asks when the line writes to a folder on PATH', () => {
    const context = engine.context({}, { mode: 'acceptEdits', searchPath: [inProject('tools'), '/usr/bin', '/bin'] });
    expect(engine.bash('mkdir tools && cp a.txt tools/cat && cat b.txt', context).behavior).toBe('ask');
    expect(engine.bash('mkdir other && cp a.txt other/cat && cat b.txt', context).behavior).toBe('allow');
  });
});

describe('a line whose parts are independent or share only plain files', () => {
  it.each([
    'mv a.txt c.txt && cat c.txt',
    'mv a.txt c.txt && git status',
    'mv docs d2 && ls d2',
    'mv src lib/s && cat lib/s/a.ts',
    'mkdir -p x/y && touch x/y/z && ls x',
    'mkdir d && cp a.txt d && cat d/a.txt',
    'cp a.txt c.txt && diff a.txt c.txt',
    'echo hi > n.txt && cat n.txt && wc -l *.txt',
    'touch y.ts && ls *.ts',
    "touch y.ts && find . -name '*.ts'",
    'rm -rf src && git status',
    'sed -i s/a/b/ a.txt && git diff a.txt',
    'cat deep/b.ts && mv deep docs/',
    'cat src/*.ts | sort > sorted.txt',
  ])('%j runs', (command) => expect(decide(command)).toBe('allow'));

  it.each([
    ['npm run build && cat a.txt', ['Bash(npm run *)']],
    ['git checkout main && cat a.txt', ['Bash(git checkout *)']],
    ['git add a.txt && git status', ['Bash(git add *)']],
  ])('%j runs under %j', (command, allow) => expect(decide(command, allow)).toBe('allow'));
});
