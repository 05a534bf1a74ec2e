import { expect, test } from 'vitest';
import type { RuleBehavior } from '#shared/permission/rule.ts';
import { isUnfinished, offeredRules } from '../../../../renderer/rule-field/offered-rules.ts';

const sources = {
  mcpTools: ['mcp__github__create_issue', 'mcp__github__list_issues'],
  past: [
    { tool: 'Bash', content: 'npm test *', calls: 9, denied: 0 },
    { tool: 'Bash', content: 'git push *', calls: 3, denied: 0 },
    { tool: 'Edit', content: 'src/lib/**', calls: 2, denied: 0 },
    { tool: 'Read', content: 'src/a.ts', calls: 1, denied: 0 },
    { tool: 'WebFetch', content: 'domain:docs.example.com', calls: 1, denied: 0 },
  ],
};
const offeredFor = (text: string) => offeredRules(text, text.length, 'allow', sources).map((one) => one.text);

test.each([
  ['Ba', ['Bash(', 'Bash']],
  ['bash', ['Bash(', 'Bash']],
  ['Bash', ['Bash(']],
  ['Gl', ['Glob']],
  ['mcp__g', ['mcp__github', 'mcp__github__create_issue', 'mcp__github__list_issues']],
  ['create', ['mcp__github__create_issue']],
  ['Bash(', ['Bash(npm test *)', 'Bash(git push *)']],
  ['Bash(git', ['Bash(git push *)']],
  ['Bash(push', ['Bash(git push *)']],
  ['Edit(', ['Edit(src/lib/**)', 'Edit(src/a.ts)']],
  ['WebFetch(docs', ['WebFetch(domain:docs.example.com)']],
  // What was typed without its tool.
  ['npm t', ['Bash(npm test *)']],
  ['Bash(npm test *)', []],
  ['Bash(npm test *', ['Bash(npm test *)']],
  ['Nothing like it', []],
  ['Glob(', []],
  ['', []],
])('after %j, %j is offered', (text, offered) => {
  expect(offeredFor(text)).toEqual(offered);
});

test('nothing is offered where the caret is further in', () => {
  expect(offeredRules('Bash(npm run x)', 8, 'allow', sources)).toEqual([]);
  expect(offeredRules('Bash()', 5, 'allow', sources)).toHaveLength(2);
  expect(offeredRules('Bash', 2, 'allow', sources)).toEqual([]);
});

test('each says what it covers, or how often it was used', () => {
  expect(offeredRules('Ba', 2, 'allow', sources)).toEqual([
    { text: 'Bash(', detail: 'only certain uses' },
    { text: 'Bash', detail: 'every use' },
  ]);
  expect(offeredRules('Bash(git', 8, 'allow', sources)).toEqual([{ text: 'Bash(git push *)', detail: '3 calls' }]);
});

test('a text that is no rule, or names no tool, is unfinished', () => {
  expect(isUnfinished('Bash(git', 'Not a rule yet')).toBe(true);
  expect(isUnfinished('Ba', undefined)).toBe(true);
  expect(isUnfinished('Bash', undefined)).toBe(false);
  expect(isUnfinished('mcp__github', undefined)).toBe(false);
});

test('what was always denied is offered for rules that deny or ask, not for one that allows', () => {
  const past = [
    { tool: 'Bash', content: 'curl *', calls: 2, denied: 2 },
    { tool: 'Bash', content: 'npm run e2e *', calls: 5, denied: 1 },
  ];
  const texts = (behavior: RuleBehavior) => offeredRules('Bash(', 5, behavior, { mcpTools: [], past });
  const sometimes = { text: 'Bash(npm run e2e *)', detail: '5 calls, 1 denied' };
  expect(texts('allow')).toEqual([sometimes]);
  for (const behavior of ['ask', 'deny'] as const) {
    expect(texts(behavior)).toEqual([{ text: 'Bash(curl *)', detail: '2 calls, denied' }, sometimes]);
  }
});
