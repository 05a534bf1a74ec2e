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
  [['deletes build', 'deletes $DIR/y'], 'y'],
  [['deletes one', 'deletes two'], 'one'],
  [['deletes ~/old', 'deletes / and everything in it', 'deletes build'], '/'],
  [['deletes ~/old', 'deletes ~/* and everything in it'], '~'],
  [['deletes ../other', 'deletes /usr/lib and everything in it'], 'lib'],
  [['deletes ../other', 'deletes /work and everything in it'], 'work'],
])('asks to type the last part of the destroyed path whose loss is worst: %j', (effects, target) =>
  expect(typedTarget({ effects, cwd: '/work/project' })).toBe(target),
);
