import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from './test-engine.ts';

const LOSES = 'commits that nothing else may hold';

describe('what git does to branches and commits', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());

  it.each([
    ['git branch -D old', `removes the branch old, with ${LOSES}`],
    ['git branch -D old older', `removes the branches old and older, with ${LOSES}`],
    ['git branch -d --force old', `removes the branch old, with ${LOSES}`],
    ['git -C branch branch -D old', `removes the branch old, with ${LOSES}`],
    ['git branch -d old', 'removes the branch old, if merged already: the commits stay'],
    ['git branch new', 'creates the branch new'],
    ['git branch new HEAD~2', 'creates the branch new at HEAD~2'],
    ['git branch -dr origin/old', 'removes what is known here of origin/old'],
    ['git branch -m old new', 'renames the branch old to new'],
    ['git branch -M main', 'renames the current branch to main, replacing a branch of that name'],
    ['git branch -C a b', 'copies the branch a to b, replacing a branch of that name'],
    ['git branch -f a HEAD~1', `moves the branch a to HEAD~1, away from ${LOSES}`],
    ['git checkout -B main origin/main', `moves the branch main to origin/main, away from ${LOSES}`],
    ['git switch -C main', `moves the branch main to the current commit, away from ${LOSES}`],
    ['git tag -d v1', 'removes the tag v1'],
    ['git tag v1', 'creates the tag v1'],
    ['git tag -a v1 -m x HEAD~1', 'creates the tag v1 at HEAD~1'],
    ['git tag -f v1 HEAD~1', 'moves the tag v1 to HEAD~1'],
    ['git stash', 'stashes uncommitted changes'],
    ['git stash -u -m x', 'stashes uncommitted changes'],
    ['git stash push -m x src', 'stashes uncommitted changes of src'],
    ['git stash pop', 'brings back stashed changes'],
    ['git commit -m x', 'commits changes'],
    ['git commit -am x', 'commits all changed files'],
    ['git commit -am "$(date)"', 'commits all changed files'],
    ['git commit -m x a.txt', 'commits a.txt'],
    ['git commit --amend --no-edit', 'replaces the last commit of the current branch'],
    ['git rebase -i HEAD~3', 'rewrites commits of the current branch, on top of HEAD~3'],
    ['git rebase --onto main a topic', 'rewrites commits of the branch topic, on top of main'],
    ['git rebase -x "npm test" main', 'rewrites commits of the current branch, on top of main'],
    ['git rebase --continue', 'continues the rebase'],
    ['git merge feature', 'merges feature into the current branch'],
    ['git merge --abort', 'aborts the merge'],
    ['git cherry-pick abc def', 'copies the commits abc and def to the current branch'],
    ['git revert --no-edit HEAD', 'undoes the commit HEAD on the current branch, by new changes'],
    ['git add .', 'stages everything in .'],
    ['git add -A', 'stages all changes'],
    ['git add -u', 'stages changes of tracked files'],
    ['git add -f a.log', 'stages a.log, even if ignored'],
  ])('%s: %s', (command, effect) => expect(engine.bash(command).effects).toContain(effect));

  it.each(['git branch', 'git stash list', 'git stash frobnicate', 'git commit --dry-run', 'git add -n .', 'git tag v1'])(
    '%s: nothing of that kind',
    (command) =>
      expect(engine.bash(command).effects.filter((effect) => /^(?:removes|moves|puts|commits|stages) /u.test(effect))).toEqual([]),
  );
});
