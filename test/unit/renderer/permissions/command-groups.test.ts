import { describe, expect, it } from 'vitest';
import { groupAsks } from '../../../../renderer/permissions/queue/ask-groups.ts';
import { announcement, askSentence } from '../../../../renderer/permissions/ask-words.ts';
import type { QueuedAsk } from '../../../../renderer/store/queued-asks.ts';
import { ask } from './asks.ts';

describe('commands that one rule would allow', () => {
  const rule = (text: string): QueuedAsk['suggestions'] => [{ type: 'addRules', rules: [text], destination: 'local', label: text }];
  const command = (id: string, text: string, change: Partial<QueuedAsk> = {}): QueuedAsk =>
    ask(id, {
      view: { kind: 'command', title: 'Run', summary: text, detail: { type: 'command', command: text } },
      suggestions: rule('Bash(npm test *)'),
      ...change,
    });
  const ids = (asks: readonly QueuedAsk[], grouping?: Parameters<typeof groupAsks>[1]) =>
    groupAsks(asks, grouping).map(({ members }) => members.map(({ askId }) => askId).join(' '));
  const three = [
    command('a', 'npm test a', { askedAt: 1 }),
    command('b', 'npm test b', { askedAt: 3 }),
    command('c', 'npm test c', { askedAt: 2 }),
  ];

  it('are one group that says how they begin, the oldest first', () => {
    const [group] = groupAsks(three);
    expect(ids(three)).toEqual(['a c b']);
    expect(group?.alike).toBe('commands');
    expect(group && askSentence(group)).toBe('The agent wants to run 3 commands: npm test …');
    expect(group && announcement(group)).toBe('The agent wants to run 3 commands: npm test …');
  });

  it.each<[string, Partial<QueuedAsk>]>([
    ['of another rule', { suggestions: rule('Bash(npm run *)') }],
    [
      'that needs several rules',
      { suggestions: [{ type: 'addRules', rules: ['Bash(a *)', 'Bash(b *)'], destination: 'local', label: '' }] },
    ],
    ['that no rule can allow', { suggestions: [] }],
    ['of another risk', { risk: 'network' }],
    ['of another session', { sessionId: 's2' }],
    ['in another folder', { cwd: '/q' }],
    ['of another tool', { toolName: 'PowerShell' }],
    ['that isn’t understood', { reason: 'notUnderstood' }],
    ['that may be allowed unseen', { mayAllowUnseen: true }],
    ['caused by an ask rule', { reason: 'needsApproval', rule: { text: 'Bash(npm *)', behavior: 'ask', source: 'project' } }],
    ['edited by the person', { edited: true }],
    ['asked about again', { askedAgainBecause: 'What it would do has changed since you were asked.' }],
    ['that an inert rule covers', { inertRule: { text: 'Bash(npm test *)', behavior: 'allow', source: 'project' } }],
  ])('do not include one %s', (_what, change) =>
    expect(ids([...three, command('x', 'npm test x', { ...change, askId: 'x' })]).toSorted()).toEqual(['a c b', 'x']),
  );

  it('are one group across the agents of a session', () => {
    const builds = [command('d', 'npm test ui', { agentId: 'x', agentName: 'ui' }), command('e', 'npm test api', { agentId: 'y' })];
    const [group] = groupAsks(builds);
    expect(ids(builds)).toEqual(['d e']);
    expect(group && askSentence(group)).toBe('2 agents want to run 2 commands: npm test …');
  });

  it('are called the same when only their descriptions differ', () => {
    const same = ['x', 'y', 'z'].map((id) => command(id, 'npm test', { agentId: id, digest: id }));
    const [group] = groupAsks(same);
    expect(group && [group.alike, askSentence(group)]).toEqual(['commands', '3 agents want the same: run a command']);
    expect(group && announcement(group)).toBe('3 agents want the same: run a command: npm test');
  });

  it.each(['destructive', 'secrets'] as const)('are never grouped when they are %s', (risk) => {
    expect(groupAsks(three.map((one) => ({ ...one, risk })))).toHaveLength(3);
  });

  it('stay apart when opened one by one, postponed or being answered', () => {
    expect(ids(three, { single: new Set(['a', 'b', 'c']) }).toSorted()).toEqual(['a', 'b', 'c']);
    expect(ids(three, { later: new Set(['c']) })).toEqual(['a b', 'c']);
    expect(ids(three, { kept: new Set(['a', 'c']) })).toEqual(['a c', 'b']);
  });

  it('leave identical ones of several agents on a card of their own', () => {
    const same = [command('d', 'npm test d', { digest: 'd' }), command('e', 'npm test d', { digest: 'd', agentId: 'x' })];
    expect(ids([...three, ...same]).toSorted()).toEqual(['a c b', 'd e']);
  });
});
