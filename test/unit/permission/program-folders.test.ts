import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from './test-engine.ts';

describe('a rule for the programs of a folder', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());

  const decide = (command: string, rule: string) => engine.bash(command, engine.context({ allow: [rule] })).behavior;

  it.each([
    ['Bash(./scripts/*)', './scripts/check.sh'],
    ['Bash(./scripts/*)', './scripts/db/migrate.sh --dry-run'],
    ['Bash(./scripts/*)', './scripts/check.sh a..b'],
    ['Bash(../tools/*)', '../tools/check'],
    ['Bash(* --check)', './scripts/../lint --check'],
  ])('%s covers %s', (rule, command) => expect(decide(command, rule)).toBe('allow'));

  it.each([
    ['Bash(./scripts/*)', './scripts/../evil'],
    ['Bash(./scripts/*)', './scripts/../../evil a'],
    ['Bash(./scripts/*)', './scripts/db/../../evil'],
    ['Bash(./scripts/*)', String.raw`./scripts/\.\./evil`],
    ['Bash(./scripts/*)', 'timeout 5 ./scripts/../evil'],
    ['Bash(scripts/* --check)', 'scripts/../evil --check'],
    ['Bash(../tools/*)', '../tools/../evil'],
  ])('%s doesn’t cover %s, which leads out of it', (rule, command) => expect(decide(command, rule)).toBe('ask'));
});
