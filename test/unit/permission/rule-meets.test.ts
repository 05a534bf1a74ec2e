import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ruleMeets } from '#main/permission/rule-meets.ts';
import { makeTestEngine, type TestEngine } from './test-engine.ts';

describe('ruleMeets', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());

  it.each([
    ['Bash(git *)', 'git push', 'yes'],
    ['Bash(git *)', 'ls && sudo git push', 'yes'],
    ['Bash(git *)', 'ls', 'no'],
    ['Bash(git push *)', 'git $X', 'maybe'],
    ['Bash(git *)', 'ls "unclosed', 'maybe'],
    ['Read(.env)', 'cat .env', 'yes'],
    ['Edit(src/**)', 'echo x > src/a.ts', 'yes'],
    ['Bash', 'anything', 'yes'],
    ['Bash(rm', 'rm x', 'maybe'],
  ] as const)('%s and %s: %s', (rule, command, expected) => {
    expect(ruleMeets(rule, engine.facts(command), engine.context())).toBe(expected);
  });

  it.each([
    ['Edit(src/**)', 'echo x > src/a.ts', 'yes', 'yes'],
    ['Edit(src/**)', 'echo x > lib/src/a.ts', 'yes', 'no'],
    ['Edit(/src/**)', 'echo x > src/a.ts', 'yes', 'yes'],
    ['Edit(src)', 'echo x > lib/src/a.ts', 'yes', 'yes'],
  ] as const)('%s and %s: %s for deny rules, %s for a hook condition or an allow rule', (rule, command, refusing, allowing) => {
    expect(ruleMeets(rule, engine.facts(command), engine.context(), 'deny')).toBe(refusing);
    expect(ruleMeets(rule, engine.facts(command), engine.context(), 'allow')).toBe(allowing);
  });
});
