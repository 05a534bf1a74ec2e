import { expect, it } from 'vitest';
import type { RuleRow } from '#shared/contract/project.ts';
import { matchesFilter } from '../../../../renderer/rules/list-items.ts';

const rule: RuleRow = {
  id: 'local:allow:0',
  behavior: 'allow',
  source: 'local',
  text: 'Bash(npm test:*)',
  sentence: 'Allow running commands that start with npm test',
  file: '/p/.claude/settings.local.json',
  line: 4,
  diagnostics: [],
  editable: true,
  disabled: false,
};

it.each([
  ['', true],
  ['npm', true],
  ['NPM  allow', true],
  ['settings.local', true],
  ['only me', true],
  ['npm deny', false],
])('filter %j: %j', (filter, shown) => {
  expect(matchesFilter(rule, filter)).toBe(shown);
});
