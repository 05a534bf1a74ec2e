import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ruleCandidates } from '#main/engine/rules/rule-candidates.ts';
import { makeTestEngine, type RuleLists, type TestEngine } from '#test/unit/permission/test-engine.ts';

describe('candidate rules of a decision', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());

  it.each<[string, string, RuleLists, string, string[]]>([
    [
      'a deny rule comes before an allow rule',
      'make deploy',
      { deny: ['Bash(make deploy)'], allow: ['Bash(make *)'] },
      'deny',
      ['Bash(make deploy) decided: Permission to use Bash', 'Bash(make *) lost: The deny rule Bash(make deploy) comes before it.'],
    ],
    [
      'an ask rule comes before an allow rule',
      'make deploy',
      { ask: ['Bash(make deploy)'], allow: ['Bash(make *)'] },
      'ask',
      ['Bash(make deploy) decided: The ask rule', 'Bash(make *) lost: The ask rule Bash(make deploy) comes before it.'],
    ],
    [
      'one for another command',
      'npm test',
      { deny: ['Bash(rm *)'], allow: ['Bash(make)', 'Bash(npm test)'] },
      'allow',
      ['Bash(rm *) no_match', 'Bash(make) no_match', 'Bash(npm test) decided: Allowed by'],
    ],
    [
      'a second rule that would allow it',
      'npm test',
      { allow: ['Bash(npm test)', 'Bash(npm *)'] },
      'allow',
      ['Bash(npm test) decided', 'Bash(npm *) lost: Bash(npm test) already allowed it.'],
    ],
    [
      'one that covers only a part',
      'npm test && make',
      { allow: ['Bash(npm test)'] },
      'ask',
      ['Bash(npm test) lost: It doesn’t cover all of it: make. No rule allows it.'],
    ],
    [
      'a prefix that never covers irreversible commands',
      'git push --force',
      { allow: ['Bash(git push *)'] },
      'ask',
      ['Bash(git push *) lost: It can’t be undone, so only an exact rule'],
    ],
    ['a call that needs no rule', 'ls', { allow: ['Bash(ls *)'] }, 'allow', ['Bash(ls *) lost: It was settled before: ']],
    ['omits rules for other tools', 'npm test', { deny: ['WebFetch'], allow: ['Read(//etc/**)'] }, 'ask', []],
    [
      'includes rules for files that the command touches',
      'cat .env',
      { deny: ['Read(./.env)'], allow: ['Bash(cat *)'] },
      'deny',
      ['Read(./.env) decided', 'Bash(cat *) lost: The deny rule Read(./.env) comes before it.'],
    ],
  ])('%s', (_what, command, lists, behavior, expected) => {
    const { now, candidates, more } = ruleCandidates(engine.facts(command), engine.context(lists));
    expect([now.behavior, more]).toEqual([behavior, 0]);
    const described = candidates.map(({ rule, standing, why }) => `${rule.text} ${standing}: ${why}`);
    expect(described).toEqual(expected.map((line) => expect.stringContaining(line) as string));
  });

  it('says why a rule is inert', () => {
    const rules = [{ id: 'x', behavior: 'allow', source: 'project', text: 'Bash', inert: 'The folder is not trusted yet.' }] as const;
    expect(ruleCandidates(engine.facts('npm test'), engine.context({}, { rules })).candidates).toMatchObject([
      { standing: 'inert', why: 'The folder is not trusted yet.' },
    ]);
  });

  it('considers a bounded number and counts the rest', () => {
    const allow = Array.from({ length: 500 }, (_, index) => `Bash(tool-${index} *)`);
    const { candidates, more } = ruleCandidates(engine.facts('npm test'), engine.context({ deny: ['Bash(npm test)'], allow }));
    expect([candidates.length, more, candidates[0]?.standing]).toEqual([60, 441, 'decided']);
  });
});
