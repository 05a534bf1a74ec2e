import { expect, it } from 'vitest';
import { ruleMatch, ruleWhere, whySentence } from '../../../../renderer/calls/verdict.ts';

it('shows the source of a rule', () => {
  const rule = { text: 'Bash(npm:*)', behavior: 'ask', source: 'project', file: '/p/.claude/settings.json', line: 7 } as const;
  expect(ruleWhere(rule, '/p')).toBe('this project’s shared rules, .claude/settings.json:7');
  expect(ruleWhere({ text: 'Bash', behavior: 'ask', source: 'cli' }, '/p')).toBe('the command line');
  expect(ruleWhere({ ...rule, source: 'user', file: '/home/ana/.claude/settings.json' }, '/p')).toBe(
    'your rules for all projects, /home/ana/.claude/settings.json:7',
  );
});

it('names what an allow rule matches, not what that command runs', () => {
  const rule = { text: 'Bash(ssh *)', behavior: 'allow', source: 'local' } as const;
  const decision = {
    behavior: 'allow',
    reason: 'rule',
    message: 'Allowed by Bash(ssh *).',
    trace: [
      { layer: 'allow', outcome: 'allow', detail: '', subject: 'ssh web ls', rule },
      { layer: 'allow', outcome: 'allow', detail: 'It is allowed with the command that runs it.', subject: 'ls' },
    ],
    parts: [],
    effects: [],
    risk: 'network',
    suggestions: [],
  } as const;
  expect(ruleMatch({ ...decision, trace: [...decision.trace], parts: [], effects: [], suggestions: [] })).toBe(
    'The rule Bash(ssh *) matches “ssh web ls”.',
  );
});

it('names the new rule that denied what waited', () => {
  const rule = { text: 'Read(./.env)', behavior: 'deny', source: 'local' } as const;
  const trace = [{ layer: 'deny' as const, outcome: 'deny' as const, detail: '', subject: '.env', rule }];
  const message = 'File is in a directory that is denied by your permission settings.';
  const decision = { behavior: 'deny', reason: 'rule', message, trace, parts: [], effects: [], risk: 'read', suggestions: [] } as const;
  expect(whySentence({ ...decision, trace, parts: [], effects: [], suggestions: [] }, 'rules')).toBe(
    'Denied by a rule added while it waited. The rule Read(./.env) matches “.env”.',
  );
});
