import { expect, it } from 'vitest';
import { typedTarget } from '../../../../renderer/permissions/queue/typed-target.ts';

it.each([
  [['deletes dist', 'writes a'], 'dist'],
  [['writes a', 'deletes /home/ana/old shop/ and everything in it'], 'old shop'],
  [['npm publish can’t be undone'], 'project'],
  [['deletes . and everything in it'], 'project'],
  [['deletes ./* and everything in it'], 'project'],
  [['deletes build and everything in it', 'deletes ~/old-stuff and everything in it'], 'old-stuff'],
  [['deletes build and everything in it', 'deletes ../other and everything in it'], 'other'],
  [['deletes /work/project/build', 'deletes /work/projects'], 'projects'],
  [['deletes build', 'deletes link', 'link leads to /home/ana/photos'], 'link'],
  [['deletes build', 'deletes $DIR/yes'], 'allow yes'],
  [['deletes build', 'deletes dist'], 'build'],
  [['deletes ~/old', 'deletes / and everything in it', 'deletes build'], 'allow /'],
  [['deletes ~/old', 'deletes ~/* and everything in it'], 'allow ~'],
  [['deletes ../other', 'deletes /usr/lib and everything in it'], 'allow lib'],
  [['deletes ../other', 'deletes /work and everything in it'], 'work'],
])('asks to type the last part of the destroyed path whose loss is worst: %j', (effects, target) =>
  expect(typedTarget({ effects, cwd: '/work/project' })).toBe(target),
);

it.each([
  [['deletes / and everything in it', 'sudo rm -rf / can’t be undone', 'rm -rf / can’t be undone'], 'rm -rf /'],
  [['deletes build', 'deletes ~ and everything in it', 'rm -rf build can’t be undone', 'rm -rf "~" can’t be undone'], 'rm -rf "~"'],
  [['deletes /usr/lib and everything in it', 'rm -rf /usr/lib can’t be undone'], 'rm -rf /usr/lib'],
  [['deletes . and everything in it', 'rm -rf . can’t be undone'], 'rm -rf .'],
  [['deletes a', 'rm -rf a can’t be undone'], 'rm -rf a'],
  [['deletes dist', 'rm -rf dist can’t be undone'], 'dist'],
  // What can't be typed as it is shown.
  [['deletes / and everything in it', `rm -rf${' --verbose'.repeat(9)} / can’t be undone`], 'allow /'],
  [['deletes / and everything in it', 'rm  -rf / can’t be undone'], 'allow /'],
  [['deletes / and everything in it', 'rm\u{200b} -rf / can’t be undone'], 'allow /'],
])('asks for the command’s own words where the path is essential or short: %j', (effects, target) =>
  expect(typedTarget({ effects, cwd: '/work/project' })).toBe(target),
);

it.each([
  [['git reset --hard can’t be undone'], 'git reset --hard'],
  [['discards uncommitted changes'], 'allow ui'],
  [['removes files that git doesn’t track', 'git clean -fdx can’t be undone'], 'git clean -fdx'],
  [['removes or moves a branch, with commits that nothing else may hold', 'git branch -D x can’t be undone'], 'git branch -D x'],
])('never asks for fewer than four characters: %j', (effects, target) => expect(typedTarget({ effects, cwd: '/work/ui' })).toBe(target));
