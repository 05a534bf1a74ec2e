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
  it.each(['node -e', 'node --eval', 'python3 -c', 'perl -e', 'bash -c', 'sudo', 'eval'])('%s *: no command', (start) => {
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

  it.each([
    ['timeout', 'timeout 5', undefined],
    ['timeout 5', 'timeout 5', undefined],
    ['timeout -k 5 10', 'timeout -k 5 10', undefined],
    ['timeout 5 npm run', 'timeout 5', 'npm run'],
    ['time', 'time', undefined],
    ['time make', 'time', 'make'],
    ['nice', 'nice', undefined],
    ['nice -n 5 npm run', 'nice -n 5', 'npm run'],
    ['nohup', 'nohup', undefined],
    ['stdbuf -oL', 'stdbuf -oL', undefined],
    ['xargs', 'xargs', undefined],
    ['xargs npm run', 'xargs', 'npm run'],
    ['nice timeout 5 make', 'nice timeout 5', 'make'],
  ])('%s *: the command that runs is what a rule has to name', (start, wrapper, named) => {
    const rule = `Bash(${start} *)`;
    const instead = `Bash(${named ?? 'npm test'} *)`;
    const why = whyWithoutUse(parseRule(rule, 'allow'));
    expect(why).toMatch(/^Has no effect: rules apply to the command /u);
    expect(why).toContain(`such as ${instead}.`);
    for (const tail of TAILS) {
      const without = engine.bash(`${start} ${tail}`, engine.context({})).behavior;
      expect(engine.bash(`${start} ${tail}`, engine.context({ allow: [rule] })).behavior, tail).toBe(without);
    }
    const command = `${wrapper} ${named ?? 'npm test'} lint`;
    expect(engine.bash(command, engine.context({ allow: [rule] })).behavior).toBe('ask');
    expect(engine.bash(command, engine.context({ allow: [instead] })).behavior).toBe('allow');
  });

  it.each(['timeout 5 sudo', 'nice bash -c', 'xargs node -e'])('%s *: nor would one for what it runs', (start) => {
    expect(whyWithoutUse(parseRule(`Bash(${start} *)`, 'allow'))).toMatch(/^Has no effect: each such command asks/u);
  });
});
