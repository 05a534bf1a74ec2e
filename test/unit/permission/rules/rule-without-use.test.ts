import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseRule } from '#shared/permission/grammar.ts';
import { whyWithoutUse } from '#main/permission/rules/rule-without-use.ts';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await makeTestEngine();
});
afterAll(() => engine.fixture.remove());

const TAILS = ['"1 + 1"', 'npm test', 'make', './x', 'a.txt', '-v', '-- npm test'];

describe('an allow rule without use', () => {
  it.each(['node -e', 'node --eval', 'python3 -c', 'perl -e', 'bash -c', 'sudo', 'eval', 'xargs'])('%s *: no command', (start) => {
    const rule = `Bash(${start} *)`;
    expect(whyWithoutUse(parseRule(rule, 'allow'))).toMatch(/^Has no effect: each such command asks, since it /u);
    for (const tail of TAILS) expect(engine.bash(`${start} ${tail}`, engine.context({ allow: [rule] })).behavior, tail).toBe('ask');
  });

  it('says the same of the older form', () => {
    expect(whyWithoutUse(parseRule('Bash(node -e:*)', 'allow'))).toBeDefined();
  });

  it.each([
    'node *',
    'npm run *',
    'python3 *',
    'git push *',
    'docker *',
    'find *',
    'sed *',
    'make *',
    'gh api *',
    '* --help',
    'node -e "1 + 1"',
  ])('%s: some', (body) => {
    expect(whyWithoutUse(parseRule(`Bash(${body})`, 'allow'))).toBeUndefined();
  });
});
