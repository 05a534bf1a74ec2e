import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { namedTargets } from '#main/permission/gate/named-targets.ts';
import { makeTestEngine, type TestEngine } from './test-engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await makeTestEngine();
  symlinkSync('/etc', join(engine.fixture.project, 'link-to-etc'));
});
afterAll(() => engine.fixture.remove());

it.each([
  ['rm src/a.ts', ['src/a.ts']],
  ['rm -rf build', ['build']],
  ['cat notes.txt && rm a.ts b.ts', ['a.ts', 'b.ts']],
])('names all that is deleted: %s', (command, paths) => {
  const targets = namedTargets(engine.facts(command));
  expect(targets).toEqual(paths.map((path) => ({ path: join(engine.fixture.project, path), mayBeMissing: false })));
});

it('what a move overwrites may be missing', () => {
  expect(namedTargets(engine.facts('mv a.ts b.ts'))).toEqual([
    { path: join(engine.fixture.project, 'a.ts'), mayBeMissing: false },
    { path: join(engine.fixture.project, 'b.ts'), mayBeMissing: true },
  ]);
});

it.each([
  'rm src/*',
  'rm "$FILE"',
  'rm $(cat list.txt)',
  'cd src && rm a.ts',
  'rm a.ts && npm test',
  'rm link-to-etc',
  'rm link-to-etc/passwd',
  'git clean -fd',
  'git reset --hard',
  'find . -name "*.ts" -delete',
  'shred a.ts',
  'sudo rm a.ts',
  'cat a.ts',
  'touch a.ts',
])('says nothing of %s', (command) => expect(namedTargets(engine.facts(command))).toBeUndefined());

it('says nothing of what runs elsewhere', () => {
  const facts = engine.facts('rm src/a.ts');
  expect(namedTargets({ ...facts, place: { in: { type: 'ssh', host: 'build', folder: '/srv' }, known: false } })).toBeUndefined();
});
