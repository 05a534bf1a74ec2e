import { expect, test } from 'vitest';
import type { RuleRow } from '#shared/contract/project.ts';
import type { RuleUsage, RuleUse } from '#shared/contract/rules.ts';
import { ruleMarks } from '../../../../renderer/rules/rule-marks.ts';

const row = (change: Partial<RuleRow> = {}): RuleRow => ({
  id: 'local:allow:0',
  behavior: 'allow',
  source: 'local',
  text: 'Bash(npm *)',
  sentence: 'Runs without asking: npm.',
  diagnostics: [],
  editable: true,
  disabled: false,
  ...change,
});
const last = { sessionId: 's', callId: 'c', at: 0, toolName: 'Bash', summary: 'npm' };
const use = (hits: number, share: number): RuleUse => ({ source: 'local', behavior: 'allow', text: 'Bash(npm *)', hits, share, last });
const usage = (checked: number): RuleUsage => ({ checked, more: false, uses: [], saved: [], suggestions: [] });
const words = (rule: RuleRow, known: Parameters<typeof ruleMarks>[1]): string[] => ruleMarks(rule, known).map(({ word }) => word);

test('marks a rule as unused once there is enough history, unless it denies', () => {
  expect(words(row(), { usage: usage(100), use: undefined })).toEqual(['not used yet']);
  expect(words(row(), { usage: usage(5), use: undefined })).toEqual([]);
  expect(words(row({ behavior: 'deny' }), { usage: usage(100), use: undefined })).toEqual([]);
  expect(words(row(), null)).toEqual([]);
});

test('marks a rule as broad if it allows many of a tool’s commands; not if one command, however often', () => {
  expect(words(row(), { usage: usage(100), use: use(41, 0.41) })).toEqual(['broad']);
  expect(words(row(), { usage: usage(100), use: use(40, 0.4) })).toEqual([]);
  expect(words(row({ text: 'Bash(npm test)' }), { usage: usage(100), use: use(60, 0.6) })).toEqual([]);
});

test('marks an inert rule with its reason, and no usage', () => {
  expect(words(row({ inert: 'This folder is not trusted.' }), { usage: usage(100), use: undefined })).toEqual(['no effect']);
  expect(words(row({ disabled: true }), { usage: usage(100), use: undefined })).toEqual(['off']);
  const diagnostics: RuleRow['diagnostics'] = [{ severity: 'error', message: 'Nothing between the brackets.' }];
  expect(words(row({ inert: 'Nothing between the brackets.', diagnostics }), { usage: usage(100), use: undefined })).toEqual(['error']);
});
