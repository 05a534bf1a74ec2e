import { afterAll, beforeAll, expect, it } from 'vitest';
import { destroysElsewhere } from '#main/permission/gate/destroys-elsewhere.ts';
import { makeTestEngine, type TestEngine } from './test-engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await makeTestEngine();
});
afterAll(() => engine.fixture.remove());

it.each([
  'git push --force',
  'git branch -D old',
  'git stash drop',
  'rm -r build && git push --force',
  'docker rm web',
  'kubectl delete pod web',
  'terraform destroy',
  'dropdb shop',
  'psql -c "drop table x"',
  'npm unpublish left',
  'aws s3 rm s3://x --recursive',
  'rsync -a --delete a/ host:b/',
  'mkfs.ext4 /dev/sda',
  'dd if=x of=/dev/sda',
])('no checkpoint can hold what is destroyed: %s', (command) => {
  expect(engine.bash(command).risk).toBe('destructive');
  expect(destroysElsewhere(engine.facts(command))).toBe(true);
});

it.each([
  'rm -rf build',
  'git reset --hard',
  'git clean -fd',
  'rsync -a --delete a/ b/',
  'foo delete x',
  'rm a.ts && docker ps',
  'git push',
])('a checkpoint may hold it, or nothing is destroyed: %s', (command) => expect(destroysElsewhere(engine.facts(command))).toBe(false));

it('what is destroyed on an ssh host is in no checkpoint, in a container it may be', () => {
  const facts = engine.facts('rm -rf build');
  const ssh = { in: { type: 'ssh', host: 'build', folder: '/srv' }, known: false } as const;
  const container = { in: { type: 'container', image: 'node:22', fromRepository: false, leftOut: [] }, known: true } as const;
  expect(destroysElsewhere({ ...facts, place: ssh })).toBe(true);
  expect(destroysElsewhere({ ...facts, place: container })).toBe(false);
});
