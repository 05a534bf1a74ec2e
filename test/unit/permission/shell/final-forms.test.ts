import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';

describe('forms that can’t be undone, under a rule for the program', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());

  const decide = (command: string) => engine.bash(command, engine.context({ allow: [`Bash(${command.split(' ')[0] ?? ''} *)`] })).behavior;

  it.each([
    // A branch that exists is moved, like by `git branch -f`.
    'git checkout -B main origin/main',
    'git checkout -qB main',
    'git switch -C main origin/main',
    'git switch --force-create main',
    'git worktree add -B main wt',
    'git branch -C a main',
    // Tags that only exist here are removed, branches overwritten.
    'git fetch --prune-tags',
    'git fetch -pP origin',
    'git fetch --refmap=+refs/heads/*:refs/heads/* origin main',
    // Uncommitted changes are lost.
    'git mv -f a.txt b.txt',
    'git mv --force a.txt b.txt',
    'git submodule update --force',
    'git submodule update --init -f',
    // Objects that nothing names are dropped.
    'git repack -ad',
    'git repack -a -d',
    // A word without `--` may be a path, whose changes are lost.
    'git checkout src',
    'git checkout -q src/deep',
    'git -C src checkout deep',
    `git checkout ':(top)'`,
    `git checkout ':!zzz'`,
    `git checkout 'sr[c]'`,
    // What the person did to resolve a conflict.
    'git cherry-pick --skip',
    'git revert --skip',
    // What was in the folder is gone.
    'vite build --outDir src',
    'vite build --out-dir=src/deep',
    'vite build --empty-out-dir',
    'vitest run --coverage.reportsDirectory=src',
    'playwright test --output=src',
    'coverage erase --data-file=src/a.ts',
    'pytest --output src',
    'pytest --alluredir=src --clean-alluredir',
    'mkdocs build -dsrc',
    'redis-cli HDEL a b',
    'redis-cli -n 1 ltrim a 1 0',
    'redis-cli lpop a',
    'redis-cli SREM a b',
    'redis-cli zremrangebyrank a 0 -1',
    'redis-cli xtrim a maxlen 0',
    'redis-cli json.del a',
    // The tables are made anew.
    'rails db:schema:load',
    'rails db:structure:load',
    'rails db:seed:replant',
    'rails db:setup',
    'rake db:schema:load:primary',
  ])('asks before %s', (command) => expect(decide(command)).toBe('ask'));

  it.each([
    'git checkout -b feature',
    'vite build',
    'vite build --outDir dist',
    'vite build --outDir www',
    'playwright test --output=test-results',
    'coverage erase',
    'coverage html -d htmlcov',
    'git checkout -b src',
    'git checkout main',
    'git checkout feature/x',
    'git checkout -',
    'git switch -c feature',
    'git worktree add -b feature wt',
    'git branch -c a b',
    'git fetch -p origin',
    'git mv a.txt b.txt',
    'git submodule update --init --recursive',
    'git repack -d',
    'redis-cli HGET a b',
    'redis-cli lpush a b',
    'rails db:migrate',
    'rails db:schema:dump',
    'rails db:seed',
  ])('but not before %s', (command) => expect(decide(command)).toBe('allow'));

  it('asks before a script that empties a folder of sources', () => {
    writeFileSync(`${engine.fixture.project}/package.json`, JSON.stringify({ scripts: { build: 'vite build' } }));
    expect(['npm run build', 'npm run build -- --outDir dist', 'npm run build -- --outDir src'].map(decide)).toEqual([
      'allow',
      'allow',
      'ask',
    ]);
    expect(engine.bash('npx vite build --outDir src', engine.context({ allow: ['Bash(npx vite *)'] })).behavior).toBe('ask');
  });
});
