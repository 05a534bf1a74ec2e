import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';

describe('a protected path that git writes', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
    mkdirSync(`${engine.fixture.project}/.vscode`, { recursive: true });
  });
  afterAll(() => engine.fixture.remove());

  const everything = { allow: ['Bash', 'Edit'] };

  it.each([
    // Options before the sub-command
    'git -C . mv a.txt .npmrc',
    'git -C src mv a.ts .npmrc',
    'git -C src mv a.ts ../.npmrc',
    'git -C src -C .. mv a.txt .npmrc',
    'git -C .vscode mv x y',
    'git -c core.x=y mv a.txt .npmrc',
    'git --git-dir .git mv a.txt .npmrc',
    'git -C . clone x .vscode',
    'git -C . worktree add .vscode/x',
    'git -C . apply missing.patch',
    'git --work-tree=.vscode checkout .',
    'git -C src --work-tree ../.vscode checkout .',
    'GIT_WORK_TREE=.vscode git checkout .',
    'GIT_TRACE=$PWD/.npmrc git status',
    // Options and operands of the sub-command
    'git checkout-index -a --prefix=.vscode/',
    'git checkout-index -a --prefix .vscode/',
    'git read-tree --prefix=.vscode/ -u HEAD',
    'git merge-file .npmrc a b',
    'git mailinfo .npmrc a.txt',
    'git interpret-trailers --in-place --trailer x .npmrc',
    'git fast-export --export-marks=.npmrc HEAD',
    'git config -f .npmrc a.b c',
    'git config --file=.npmrc --unset a.b',
    'git config set --file .npmrc a.b c',
    'git init --separate-git-dir=.vscode/x',
  ])('asks before %s', (command) =>
    expect(engine.bash(command, engine.context(everything))).toMatchObject({ behavior: 'ask', reason: 'protectedPath' }),
  );

  it.each([
    'git -C src mv a.ts c.ts',
    'git -C . diff .npmrc',
    'git -C . add .vscode/settings.json',
    'git --work-tree=. checkout .',
    'GIT_TRACE=1 git status',
    'git merge-file -p .npmrc a b',
    'git interpret-trailers .npmrc',
    'git checkout-index -a --prefix=out/',
    'git config -f .gitmodules --get-regexp path',
    'git config -f .gitmodules submodule.x.path',
    'git config list --file .gitmodules',
  ])('but not %s', (command) => expect(engine.bash(command, engine.context(everything)).behavior).toBe('allow'));

  it.each(['git -C src mv a.ts c.ts', 'git -C . rm src/a.ts', 'git merge-file src/a.ts b c', 'git -C lib -C ../src rm a.ts'])(
    'denies %s where a rule denies changing the file',
    (command) => expect(engine.bash(command, engine.context({ allow: ['Bash'], deny: ['Edit(src/**)'] })).behavior).toBe('deny'),
  );
});
