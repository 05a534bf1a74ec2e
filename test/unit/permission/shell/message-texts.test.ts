import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestBench, type TestBench } from '../engine-support.ts';

let bench: TestBench;
beforeAll(async () => {
  bench = await makeTestBench();
});
afterAll(() => bench.fixture.remove());

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
    expect(bench.bash(command, bench.context({ allow: rules })).behavior).toBe('allow');
  });

  it('an argument too long for a file name is not treated as unknown at run time', () => {
    const context = bench.context({ allow: ['Bash(note:*)'], deny: ['Read(.env)'] });
    expect(bench.bash(`note "fix: ${LONG}"`, context).behavior).toBe('allow');
    expect(bench.bash(`note "fix: ${LONG}" .env`, context).behavior).not.toBe('allow');
  });

  it('files that git reads or names in a tree still count', () => {
    const context = bench.context({ allow: ['Bash(git commit:*)', 'Bash(git stash:*)', 'Bash(git show:*)'], deny: ['Read(.env)'] });
    expect(bench.bash('git commit -F .env', context).behavior).not.toBe('allow');
    expect(bench.bash('git show HEAD:.env', context).behavior).toBe('deny');
    expect(bench.bash('git stash push ../outside/o.txt', context).behavior).toBe('ask');
  });
});
