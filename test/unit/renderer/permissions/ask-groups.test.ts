import { expect, it } from 'vitest';
import { currentGroup, groupAsks, neighbour } from '../../../../renderer/permissions/ask-groups.ts';
import { announcement, askSentence, ruleWhere } from '../../../../renderer/permissions/ask-words.ts';
import { ask } from './asks.ts';

const asks = [
  ask('late', { askedAt: 9 }),
  ask('a', { askedAt: 1, digest: 'same' }),
  ask('b', { askedAt: 2, digest: 'same', agentId: 'reviewer' }),
  ask('c', { askedAt: 3 }),
];

it('shows the oldest first and folds the same request into one', () => {
  expect(groupAsks(asks).map((group) => group.members.map((member) => member.askId))).toEqual([['a', 'b'], ['c'], ['late']]);
});

it.each([
  ['another tool', { toolName: 'PowerShell' }],
  ['another folder', { cwd: '/q' }],
  ['another input', { digest: 'other' }],
])('does not fold %s', (_what, change) =>
  expect(groupAsks([ask('a', { digest: 'same' }), ask('b', { digest: 'same', ...change })])).toHaveLength(2),
);

it('keeps what one reads when others come and go', () => {
  const groups = groupAsks(asks);
  expect(currentGroup(groups, 'c')?.key).toBe('c');
  expect(currentGroup(groups, 'b')?.key).toBe('a');
  expect(currentGroup(groups, 'gone')?.key).toBe('a');
  expect(currentGroup([], 'c')).toBeUndefined();
});

it('moves around the ends', () => {
  const groups = groupAsks(asks);
  expect([neighbour(groups, 'late', 1)?.key, neighbour(groups, 'a', -1)?.key, neighbour([], 'a', 1)]).toEqual(['a', 'late', undefined]);
});

it('says who wants what, and warns of what can not be undone', () => {
  const [folded, single] = groupAsks(asks);
  expect(folded && askSentence(folded)).toBe('2 agents want to run a command, 2 times the same');
  expect(single && askSentence(single)).toBe('The agent wants to run a command');
  const [destructive] = groupAsks([ask('x', { risk: 'destructive', view: { kind: 'command', title: 'Run', summary: 'rm -rf dist' } })]);
  expect(destructive && announcement(destructive)).toBe('Destructive. The agent wants to run a command: rm -rf dist');
});

it('says where a rule stands', () => {
  const rule = { text: 'Bash(npm:*)', behavior: 'ask', source: 'project', file: '/p/.claude/settings.json', line: 7 } as const;
  expect(ruleWhere(rule, '/p')).toBe('this project’s rules, .claude/settings.json:7');
  expect(ruleWhere({ text: 'Bash', behavior: 'ask', source: 'cli' }, '/p')).toBe('the command line');
  expect(ruleWhere({ ...rule, source: 'user', file: '/home/ana/.claude/settings.json' }, '/p')).toBe(
    'your own rules, /home/ana/.claude/settings.json:7',
  );
});
