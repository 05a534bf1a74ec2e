import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from './test-engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await makeTestEngine();
});
afterAll(() => engine.fixture.remove());

it.each([
  ['cat $X && ls', 'deny', 'Read(./.env)', [false, true], 'It may read what Read(./.env) denies.'],
  ['cat src/.* && ls', 'deny', 'Read(./.env)', [false, true], 'It may read what Read(./.env) denies.'],
  ['cat .env && ls', 'ask', 'Read(./.env)', [false, true], 'It reads what Read(./.env) asks about.'],
  ['cat a.txt && ls', 'ask', 'Bash(cat *)', [false, true], 'Bash(cat *) asks about it.'],
  ['cat src/.* && ls .', 'deny', 'Read(./.env)', [false, true], 'It may read what Read(./.env) denies.'],
  ['ls x && cat a', 'ask', 'Bash(ls *)', [false, true], 'Bash(ls *) asks about it.'],
  ['git push && ls', 'ask', 'Bash(git push *)', [false, true], 'Bash(git push *) asks about it.'],
  [
    'find . -name "*e*" -delete && pwd',
    'deny',
    'Read(./.env)',
    [false, true],
    'It may change what Read(./.env) denies. It can’t be undone.',
  ],
] as const)('%s names the part that a rule is about (%s %s)', (line, behavior, rule, covered, detail) => {
  const { parts, trace } = engine.bash(line, engine.context({ [behavior]: [rule] }));
  expect(parts.map((part) => part.covered)).toEqual(covered);
  expect(parts[0]?.detail?.startsWith(detail)).toBe(true);
  expect(trace.find((entry) => entry.outcome === 'ask')?.maybe).toBe(detail.startsWith('It may') ? true : undefined);
});

it('names the part for which a line is denied', () => {
  const { behavior, parts } = engine.bash('ls && cat .env', engine.context({ deny: ['Read(./.env)'] }));
  expect(behavior).toBe('deny');
  expect(parts).toMatchObject([{ covered: true }, { covered: false, detail: 'It reads what Read(./.env) denies.' }]);
});

it.each([
  ['ls src | xargs rm', 'It may delete what Read(./.env) denies.'],
  ['git ls-files | xargs wc -l', 'It may read what Read(./.env) denies.'],
])('%s isn’t said to need the exact rule that is in force', (line, detail) => {
  const { behavior, parts } = engine.bash(line, engine.context({ allow: [`Bash(${line})`], deny: ['Read(./.env)'] }));
  expect(behavior).toBe('ask');
  expect(parts.at(-1)).toMatchObject({ covered: false, detail });
});

it('shows each part of a line that a rule names exactly as covered', () => {
  const line = 'npm test; rm -rf src';
  const { behavior, parts } = engine.bash(line, engine.context({ allow: [`Bash(${line})`] }));
  expect(behavior).toBe('allow');
  expect(parts.map(({ covered, detail }) => `${covered} ${detail ?? ''}`)).toEqual(Array(2).fill('true A rule names exactly this line.'));
});

it.each([
  ['rm -rf src', 'It can’t be undone, so only an exact rule allows it.'],
  ['find src -name x -exec rm {} +', 'It can run other code.'],
])('says of %s that an exact rule is needed only where one would do', (line, detail) =>
  expect(engine.bash(line).parts[0]?.detail).toBe(detail),
);

it('says what find deletes', () => {
  expect(engine.bash('find . -name "*.js" -delete').effects).toEqual([
    'removes files named *.js that it finds in .',
    'find . -name "*.js" -delete can’t be undone',
  ]);
});

it.each([
  ['git reflog expire --expire=now --all', 'It can’t be undone, so only an exact rule allows it.'],
  ['git reflog --unlisted expire', 'The deny rule Read(./.env) may apply when it runs: it takes in everything in its folder.'],
  ['git reflog expire show', 'The deny rule Read(./.env) may apply when it runs: it takes in everything in its folder.'],
  ['git reflog -p --all', 'The deny rule Read(./.env) may apply when it runs: it takes in everything in its folder.'],
])('%s asks beside a denied file: %s', (command, message) => {
  expect(engine.bash(command, engine.context({ deny: ['Read(./.env)'] }))).toMatchObject({ behavior: 'ask', message });
});
