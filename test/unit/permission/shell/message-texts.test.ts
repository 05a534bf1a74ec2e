import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await makeTestEngine();
});
afterAll(() => engine.fixture.remove());

const LONG = 'the totals of carts with a voucher are rounded once, '.repeat(8);

describe('a message argument is not a path', () => {
  it.each([
    `git commit -m "fix: ${LONG}"`,
    `git commit -am "fix: ${LONG}"`,
    `git commit --message "fix: ${LONG}"`,
    `git commit --message="fix: ${LONG}"`,
    `git commit -m "fix: short" -m "why: ${LONG}"`,
    'git commit -m "src/a.ts: read ../outside/o.txt: and /etc/passwd"',
    `git tag -a v1 -m "v1: ${LONG}"`,
    `git merge topic -m "merge: ${LONG}"`,
    `git stash push -m "wip: /outside/${LONG}"`,
  ])('%s', (command) => {
    const rules = ['commit', 'tag', 'merge', 'stash'].map((verb) => `Bash(git ${verb}:*)`);
    expect(engine.bash(command, engine.context({ allow: rules })).behavior).toBe('allow');
  });

  it('an argument too long for a file name is not treated as unknown at run time', () => {
    const context = engine.context({ allow: ['Bash(note:*)'], deny: ['Read(.env)'] });
    expect(engine.bash(`note "fix: ${LONG}"`, context).behavior).toBe('allow');
    expect(engine.bash(`note "fix: ${LONG}" .env`, context).behavior).not.toBe('allow');
  });

  it('files that git reads or names in a tree still count', () => {
    const context = engine.context({ allow: ['Bash(git commit:*)', 'Bash(git stash:*)', 'Bash(git show:*)'], deny: ['Read(.env)'] });
    expect(engine.bash('git commit -F .env', context).behavior).not.toBe('allow');
    expect(engine.bash('git show HEAD:.env', context).behavior).toBe('deny');
    expect(engine.bash('git stash push ../outside/o.txt', context).behavior).toBe('ask');
  });
});
