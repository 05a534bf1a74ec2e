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

/** Relative to the project folder; with `?` what may be missing. */
function named(command: string): readonly [paths: readonly string[], areAll: boolean] {
  const { targets, areAll } = namedTargets(engine.facts(command));
  const { project } = engine.fixture;
  return [targets.map(({ path, mayBeMissing }) => `${path.replace(`${project}/`, '')}${mayBeMissing ? '?' : ''}`), areAll];
}

it.each([
  ['rm src/a.ts', ['src/a.ts']],
  ['rm -rf build', ['build']],
  ['cat notes.txt && rm a.ts b.ts', ['a.ts', 'b.ts']],
  ['rm src/*.ts', ['src/a.ts']],
  ['mv a.ts b.ts', ['a.ts', 'b.ts?']],
  ['git mv a.txt b.txt; rm src/a.ts', ['a.txt?', 'b.txt?', 'src/a.ts']],
  ['git rm -r src', ['src?']],
])('names all that is deleted or overwritten: %s', (command, paths) => expect(named(command)).toEqual([paths, true]));

it.each([
  ['rm src/a.ts && npm test', ['src/a.ts']],
  ['npm test > out.txt; rm src/a.ts', ['src/a.ts']],
  ['rm src/a.ts; docker rm web', ['src/a.ts']],
])('names some of what is deleted: %s', (command, paths) => expect(named(command)).toEqual([paths, false]));

it.each([
  'rm "$FILE"',
  'rm src/a.ts "$FILE"',
  'rm $(cat list.txt)',
  'cd src && rm a.ts',
  'rm link-to-etc',
  'rm link-to-etc/passwd',
  'git clean -fd',
  'git reset --hard',
  'git rm -f a.txt',
  'git -C src rm a.ts',
  'find . -name "*.ts" -delete',
  'docker rm web',
  'docker exec web sh -c "rm a.ts"',
  'ssh host rm a.ts',
  'shred a.ts',
  'sudo rm a.ts',
  'cat a.ts',
])('names nothing: %s', (command) => expect(named(command)).toEqual([[], false]));

it('names nothing of what runs elsewhere', () => {
  const facts = engine.facts('rm src/a.ts');
  const there = { ...facts, place: { in: { type: 'ssh', host: 'build', folder: '/srv' }, known: false } } as const;
  expect(namedTargets(there)).toEqual({ targets: [], areAll: false });
});
