import { expect, test } from 'vitest';
import type { RuleRow } from '#shared/contract/project.ts';
import type { RuleUsage, RuleUse } from '#shared/contract/rules.ts';
import { ruleMarks } from '../../../../renderer/rules/rule-marks.ts';
import { words as ruleWords } from '../../../../renderer/rules/words.ts';

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

test('says what the share of a broad rule is a share of, and that cancelled requests don’t count', () => {
  const detail = (text: string) => ruleMarks(row({ text }), { usage: usage(100), use: use(50, 0.5) }).map((mark) => mark.detail);
  expect(detail('Bash(npm *)')).toEqual(['It allowed 50% of all commands.']);
  expect(detail('Edit(src/**)')).toEqual(['It allowed 50% of all edits.']);
  expect(detail('Read(src/**)')).toEqual(['It allowed 50% of all reads and searches.']);
  expect(detail('WebFetch(domain:*)')).toEqual(['It allowed 50% of all fetches.']);
  expect(detail('mcp__a__*')).toEqual(['It allowed 50% of all calls of its server.']);
  expect(detail('Agent')).toEqual(['It allowed 50% of all calls of its tool.']);
  const [unused] = ruleMarks(row(), { usage: usage(100), use: undefined });
  expect(unused?.detail).toBe('It decided none of the last 100 calls. Requests that were cancelled aren’t counted.');
});

test('marks an inert rule with its reason, and no usage', () => {
  expect(words(row({ inert: 'This folder is not trusted.' }), { usage: usage(100), use: undefined })).toEqual(['no effect']);
  expect(words(row({ disabled: true }), { usage: usage(100), use: undefined })).toEqual(['off']);
  const diagnostics: RuleRow['diagnostics'] = [{ severity: 'error', message: 'Nothing between the parentheses.' }];
  expect(words(row({ inert: 'Nothing between the parentheses.', diagnostics }), { usage: usage(100), use: undefined })).toEqual(['error']);
});

test('counts uses in words', () => {
  expect([1, 2, 3, 1234].map(ruleWords.used)).toEqual(['Used once', 'Used twice', 'Used 3 times', 'Used 1,234 times']);
});
