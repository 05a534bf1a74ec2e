import { expect, it } from 'vitest';
import { ruleWhere } from '../../../../renderer/calls/verdict.ts';

it('shows the source of a rule', () => {
  const rule = { text: 'Bash(npm:*)', behavior: 'ask', source: 'project', file: '/p/.claude/settings.json', line: 7 } as const;
  expect(ruleWhere(rule, '/p')).toBe('this project’s shared rules, .claude/settings.json:7');
  expect(ruleWhere({ text: 'Bash', behavior: 'ask', source: 'cli' }, '/p')).toBe('the command line');
  expect(ruleWhere({ ...rule, source: 'user', file: '/home/ana/.claude/settings.json' }, '/p')).toBe(
    'your rules for all projects, /home/ana/.claude/settings.json:7',
  );
});
