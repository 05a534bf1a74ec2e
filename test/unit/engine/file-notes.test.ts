import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileNotes } from '#main/engine/rules/file-notes.ts';
import { makeTestEngine, type TestEngine } from '../permission/test-engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await makeTestEngine();
});
afterAll(() => engine.fixture.remove());

const OUTSIDE = 'Files outside the project folder still ask.';
const WRITES = 'Files that it writes still need an Edit rule.';

const notes = (rule: string, more: readonly string[] = []) =>
  fileNotes(rule, engine.context({ allow: [rule, ...more] }, {}, 'local'), engine.permissionEngine).map(({ message }) => message);

it.each([
  ['cat', OUTSIDE],
  ['ls', OUTSIDE],
  ['grep -r', OUTSIDE],
  ['tee', OUTSIDE],
  ['cp', OUTSIDE],
  ['echo', WRITES],
  ['wget', WRITES],
  ['curl', WRITES],
])('says of %s what takes a rule for files', (start, note) => expect(notes(`Bash(${start} *)`)).toEqual([note]));

it.each(['npm test', 'npx tsc', 'eslint', 'git add', 'node x.js', 'make', 'docker ps', 'gh pr view', 'cat "a'])(
  'says nothing of %s',
  (start) => expect(notes(`Bash(${start} *)`)).toEqual([]),
);

it.each(['Bash(cat a.txt)', 'Bash(*cat *)', 'Bash', 'Read(src/**)'])('says nothing of %s, which is no rule for a program', (rule) =>
  expect(notes(rule)).toEqual([]),
);

it('says nothing where a rule for files covers them', () => {
  expect(notes('Bash(cat *)', ['Read(//**)'])).toEqual([]);
  expect(notes('Bash(echo *)', ['Edit(**)'])).toEqual([]);
});
