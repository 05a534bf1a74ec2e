import { describe, expect, it } from 'vitest';
import {
  alsoCancelled,
  batchOf,
  currentGroup,
  followers,
  groupAsks,
  neighbour,
  requestsIn,
  shownName,
} from '../../../../renderer/permissions/queue/ask-groups.ts';
import { announcement, askSentence, sessionWords } from '../../../../renderer/permissions/ask-words.ts';
import type { QueuedAsk } from '../../../../renderer/store/queued-asks.ts';
import { ask } from './asks.ts';

const asks = [
  ask('late', { askedAt: 9 }),
  ask('a', { askedAt: 1, digest: 'same' }),
  ask('b', { askedAt: 2, digest: 'same', agentId: 'reviewer' }),
  ask('c', { askedAt: 3 }),
];

it('shows the oldest first and merges identical asks', () => {
  expect(groupAsks(asks).map((group) => group.members.map((member) => member.askId))).toEqual([['a', 'b'], ['c'], ['late']]);
});

it.each([
  ['another tool', { toolName: 'PowerShell' }],
  ['another folder', { cwd: '/q' }],
  ['another input', { digest: 'other' }],
])('does not merge %s', (_what, change) =>
  expect(groupAsks([ask('a', { digest: 'same' }), ask('b', { digest: 'same', ...change })])).toHaveLength(2),
);

it('counts what a denial cancels besides: the other requests of the same agent', () => {
  const [group] = groupAsks(asks.slice(1, 2));
  const others = [...asks, ask('elsewhere', { sessionId: 'another' })];
  expect(group && alsoCancelled(group, others)).toBe(2);
  expect(group && alsoCancelled(group, group.members)).toBe(0);
});

it('keeps the card being read when others come and go', () => {
  const groups = groupAsks(asks);
  expect(currentGroup(groups, 'c')?.key).toBe('c');
  expect(currentGroup(groups, 'b')?.key).toBe('a');
  expect(currentGroup(groups, 'gone')?.key).toBe('a');
  expect(currentGroup([], 'c')).toBeUndefined();
});

it('puts the highest risk first, and deferred asks last', () => {
  const risky = [
    ask('old', { risk: 'read', askedAt: 1 }),
    ask('worst', { risk: 'destructive', askedAt: 5 }),
    ask('net', { risk: 'network', askedAt: 3 }),
  ];
  expect(groupAsks(risky).map(({ key }) => key)).toEqual(['worst', 'net', 'old']);
  const later = groupAsks(risky, { later: new Set(['worst']) });
  expect(later.map(({ key, later: aside }) => [key, aside])).toEqual([
    ['net', false],
    ['old', false],
    ['worst', true],
  ]);
  expect(currentGroup(groupAsks(risky, { later: new Set(['worst', 'net', 'old']) }), null)).toBeUndefined();
});

it('a new ask of higher risk does not replace the one being read, and an edited call is found again', () => {
  const groups = groupAsks([
    ask('read', { risk: 'read' }),
    ask('again', { callId: 'c7', risk: 'network' }),
    ask('new', { risk: 'destructive' }),
  ]);
  expect(currentGroup(groups, null, 'read')?.key).toBe('read');
  expect(currentGroup(groups, 's/c7', 'read')?.key).toBe('again');
});

it('never shows requests of several sessions together, and says whose it is', () => {
  const same = ['s1', 's2'].map((sessionId) => ask(`of ${sessionId}`, { digest: 'same', sessionId }));
  expect(groupAsks(same).map(({ members }) => members.length)).toEqual([1, 1]);
  const [single] = groupAsks([ask('a', { sessionId: 's2', sessionTitle: 'Two', agentId: 'x', agentName: 'ana' })]);
  expect(single && [askSentence(single), sessionWords(single, 's1'), sessionWords(single, 's2')]).toEqual([
    'ana wants to run a command',
    'Two',
    undefined,
  ]);
});

it('one that was set aside stays so when an agent asks the same', () => {
  const asks = [ask('old', { digest: 'same' }), ask('new', { digest: 'same', agentId: 'x', askedAt: 2 })];
  expect(groupAsks(asks, { later: new Set(['old']) }).map(({ key, later }) => [key, later])).toEqual([
    ['new', false],
    ['old', true],
  ]);
});

it('only read-only asks may be allowed several at once', () => {
  const groups = groupAsks(
    [ask('r1', { risk: 'read' }), ask('r2', { risk: 'read' }), ask('r3', { risk: 'read' }), ask('w', { risk: 'write' })],
    { later: new Set(['r3']) },
  );
  expect(batchOf(groups).map(({ key }) => key)).toEqual(['r1', 'r2']);
});

it('shows the next below once a group is gone, else the nearest above, but none that was postponed', () => {
  const four = groupAsks(['1', '2', '3', '4'].map((id) => ask(id, { digest: id })));
  expect(followers(four, '3')).toEqual(['4', '2', '1']);
  const left = groupAsks(['1', '2', '4'].map((id) => ask(id, { digest: id })));
  expect(currentGroup(left, '3', '3', followers(four, '3'))?.key).toBe('4');
  expect(currentGroup(left.slice(0, 2), '3', '3', followers(four, '3'))?.key).toBe('2');
  const postponed = groupAsks(
    ['1', '2', '4'].map((id) => ask(id, { digest: id })),
    { later: new Set(['4']) },
  );
  expect(currentGroup(postponed, null, null, followers(four, '3'))?.key).toBe('2');
  // What is postponed doesn't stay because it was shown, only if a person opens it.
  expect(currentGroup(postponed, null, '4')?.key).toBe('1');
  expect(currentGroup(postponed, '4', '4')?.key).toBe('4');
});

it('wraps around at the ends', () => {
  const groups = groupAsks(asks);
  expect([neighbour(groups, 'late', 1)?.key, neighbour(groups, 'a', -1)?.key, neighbour([], 'a', 1)]).toEqual(['a', 'late', undefined]);
});

it('shows which agent wants what, and warns of irreversible effects', () => {
  const [folded, single] = groupAsks(asks);
  expect(folded && askSentence(folded)).toBe('2 agents want the same: run a command');
  expect(single && askSentence(single)).toBe('The agent wants to run a command');
  const [destructive] = groupAsks([ask('x', { risk: 'destructive', view: { kind: 'command', title: 'Run', summary: 'rm -rf dist' } })]);
  expect(destructive && announcement(destructive)).toBe('Destructive. The agent wants to run a command: rm -rf dist');
});

describe('edits in one folder', () => {
  const edit = (id: string, file: string, change: Partial<QueuedAsk> = {}): QueuedAsk =>
    ask(id, {
      toolName: 'Edit',
      sentence: `wants to edit ${file}`,
      view: { kind: 'edit', title: 'Edit', summary: file, detail: { type: 'diff', path: file, hunks: [], additions: 1, deletions: 0 } },
      risk: 'write',
      ...change,
    });
  const ids = (asks: readonly QueuedAsk[], grouping?: Parameters<typeof groupAsks>[1]) =>
    groupAsks(asks, grouping).map(({ members }) => members.map(({ askId }) => askId).join(' '));
  const three = [edit('a', 'src/a.ts'), edit('b', 'src/b.ts', { toolName: 'Write' }), edit('c', 'src/c.ts', { agentId: 'x' })];

  it('are one group with a count', () => {
    const [group] = groupAsks(three);
    expect(ids(three)).toEqual(['a b c']);
    expect(group?.alike).toBe('edits');
    expect(group && askSentence(group)).toBe('2 agents want to make 3 edits in src/');
    const [same] = groupAsks(three.slice(0, 2));
    expect(same && askSentence(same)).toBe('The agent wants to make 2 edits in src/');
  });

  it.each<[string, Partial<QueuedAsk>]>([
    ['of another risk', { risk: 'destructive' }],
    ['of another session', { sessionId: 's2' }],
    ['in another folder, of another answer', edit('x', 'lib/x.ts')],
    ['in a folder below, of another answer', edit('x', 'src/deep/x.ts')],
    ['of a protected path', { reason: 'protectedPath' }],
    ['caused by an ask rule', { rule: { text: 'Edit(src/**)', behavior: 'ask', source: 'project' } }],
    ['edited by the person', { edited: true }],
    ['asked about again', { askedAgainBecause: 'What it would do has changed since you were asked.' }],
    ['from a command', { toolName: 'Bash' }],
    ['in another project folder', { cwd: '/q' }],
    [
      'too large to be shown whole',
      {
        view: {
          kind: 'edit',
          title: 'Edit',
          summary: 'src/x.ts',
          detail: { type: 'diff', path: 'src/x.ts', hunks: [], additions: 1, deletions: 0, truncated: true },
        },
      },
    ],
  ])('do not include one %s', (_what, change) =>
    expect(ids([...three, edit('x', 'src/x.ts', { ...change, askId: 'x' })]).toSorted()).toEqual(['a b c', 'x']),
  );

  it('are one group across folders if they are of one answer', () => {
    const four = ['src/a.ts', 'src/deep/b.ts', 'lib/c.ts', 'd.ts'].map((file, index) => edit(`e${index}`, file));
    const [group] = groupAsks(four);
    expect(ids(four)).toEqual(['e0 e1 e2 e3']);
    expect(group?.alike).toBe('edits');
    expect(group && askSentence(group)).toBe('The agent wants to make 4 edits in 4 folders');
    expect(ids(four, { single: new Set(['e1']) })).toEqual(['e0 e2 e3', 'e1']);
    expect(ids(four, { later: new Set(['e1']) })).toEqual(['e0 e2 e3', 'e1']);
    expect(ids(four, { kept: new Set(['e0', 'e1']) })).toEqual(['e0 e1', 'e2 e3']);
  });

  it.each<[string, Partial<QueuedAsk>]>([
    ['of another agent', { agentId: 'x' }],
    ['of another session', { sessionId: 's2' }],
    ['outside the project', edit('x', '/q/x.ts', { reason: 'outsideWorkingDirectory' })],
    ['in another working directory', edit('x', '/q/x.ts')],
    ['beside the project', edit('x', '../q/x.ts')],
    ['that an inert rule covers', { inertRule: { text: 'Edit(lib/**)', behavior: 'allow', source: 'project' } }],
  ])('do not include one in another folder %s', (_what, change) =>
    expect(ids([edit('a', 'src/a.ts'), edit('x', 'lib/x.ts', { ...change, askId: 'x' })])).toEqual(['a', 'x']),
  );

  it('are separate when the person opens them one by one', () => {
    expect(ids(three, { single: new Set(['a', 'b', 'c']) })).toEqual(['a', 'b', 'c']);
  });

  it('that arrive later don’t join a group being answered', () => {
    expect(ids(three, { kept: new Set(['a', 'b']) })).toEqual(['a b', 'c']);
  });

  it('are a new card when one joins or changes', () => {
    const [before] = groupAsks(three.slice(0, 2));
    const [grown] = groupAsks(three);
    const [changed] = groupAsks([edit('a', 'src/a.ts', { digest: 'other' }), ...three.slice(1, 2)]);
    const names = [before, grown, changed].map((group) => group && shownName(group));
    expect(new Set(names).size).toBe(3);
  });
});

it('counts every call that waits, also where several share a card', () => {
  const view = (path: string): QueuedAsk['view'] => ({
    kind: 'edit',
    title: 'Edit',
    summary: path,
    detail: { type: 'diff', path, hunks: [], additions: 1, deletions: 0 },
  });
  const edits = ['src/one.ts', 'src/two.ts'].map((path) => ask(path, { toolName: 'Edit', risk: 'write', view: view(path) }));
  const groups = groupAsks([...asks, ...edits]);
  expect(groups.map((group) => requestsIn([group])).toSorted((a, b) => a - b)).toEqual([1, 1, 2, 2]);
  expect(requestsIn(groups)).toBe(6);
});
