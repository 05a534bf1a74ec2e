import { describe, expect, test } from 'vitest';
import { loadSettings } from '#main/settings/load-settings.ts';
import { checkRule, listRules } from '#main/settings/rule-list.ts';
import { splitToolList } from '#main/settings/tool-list.ts';
import { ruleListSchema } from '#shared/contract/project.ts';
import { tempProject } from './temp-project.ts';

describe('listRules', () => {
  test('lists every rule of every source with a description, and fits the contract', () => {
    const temp = tempProject();
    temp.write('managed/managed-settings.json', { permissions: { deny: ['WebSearch'] } });
    const user = temp.write('home/.claude/settings.json', { permissions: { allow: ['Bash(npm test *)'], defaultMode: 'plan' } });
    const settings = loadSettings({ ...temp, cliSettings: { allowedTools: ['Edit'] } });
    const list = listRules(settings, [{ id: 'session:allow:0', behavior: 'allow', source: 'session', text: 'Read(//tmp/**)' }]);
    expect(ruleListSchema.parse(list)).toEqual(list);
    expect(list.rules.map(({ id, editable }) => [id, editable])).toEqual([
      ['policy:deny:0', false],
      ['cli:allow:0', false],
      ['user:allow:0', true],
      ['session:allow:0', true],
    ]);
    expect(list.rules.every((rule) => rule.sentence.length > 10)).toBe(true);
    expect(list.defaultMode).toBe('plan');
    expect(list.destinations.find(({ destination }) => destination === 'user')?.file).toBe(user);
  });

  test('says why a rule is inert: untrusted, malformed', () => {
    const temp = tempProject();
    temp.write('project/.claude/settings.json', { permissions: { allow: ['Bash'] } });
    temp.write('home/.claude/settings.json', { permissions: { allow: ['Bash()'] } });
    const { rules } = listRules(loadSettings(temp));
    expect(rules.map((rule) => rule.inert)).toEqual([expect.stringContaining('isn’t trusted'), expect.any(String)]);
    expect(rules[1]?.diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
  });

  test('marks duplicates and rules that never take effect', () => {
    const temp = tempProject();
    const user = temp.write('home/.claude/settings.json', {
      permissions: { allow: ['Bash(a:*)', 'Bash(b)', 'Edit'], ask: ['Edit'], deny: ['Bash(b)'] },
    });
    temp.write('project/.claude/settings.local.json', { permissions: { allow: ['Bash(a *)'] } });
    const messages = Object.fromEntries(
      listRules(loadSettings(temp)).rules.map((rule) => [rule.id, rule.diagnostics.map(({ message }) => message)]),
    );
    expect(messages['user:allow:0']).toEqual([expect.stringMatching(/^The same rule is already in .*settings\.local\.json:4\.$/)]);
    expect(messages['user:allow:1']).toEqual([expect.stringMatching(/^Never takes effect: .*“deny” list/)]);
    expect(messages['user:allow:2']).toEqual([`Never takes effect: ${user}:9 has the same rule in its “ask” list, which comes first.`]);
    expect(messages['user:deny:0']).toEqual([]);
  });

  test('describes and validates a draft', () => {
    expect(checkRule('Bash(npm test)', 'allow')).toMatchObject({ sentence: expect.stringContaining('npm test'), diagnostics: [] });
    expect(checkRule('Bash(', 'allow').diagnostics[0]).toMatchObject({ severity: 'error' });
  });
});

describe('splitToolList', () => {
  test.each([
    ['Read,Edit', ['Read', 'Edit']],
    ['Bash(git log *) Bash(npm run a, b), Edit', ['Bash(git log *)', 'Bash(npm run a, b)', 'Edit']],
    ['Bash(echo (a b)) Read', ['Bash(echo (a b))', 'Read']],
    [' , ', []],
    ['Bash(open', ['Bash(open']],
  ])('%j', (list, rules) => {
    expect(splitToolList(list)).toEqual(rules);
  });
});
