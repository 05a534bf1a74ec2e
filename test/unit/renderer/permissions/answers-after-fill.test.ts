import { expect, it } from 'vitest';
import { answersAfterFill } from '../../../../renderer/permissions/queue/answers-after-fill.ts';
import type { QueuedAsk } from '../../../../renderer/store/queued-asks.ts';
import { groupAsks } from '../../../../renderer/permissions/queue/ask-groups.ts';
import { ask } from './asks.ts';

const plain: Partial<QueuedAsk> = {
  suggestions: [{ type: 'addRules', rules: ['Bash(npm test)'], destination: 'local', label: 'npm test' }],
};

it.each<[string, Partial<QueuedAsk>, boolean]>([
  ['a command that no rule allows', plain, true],
  ['a file outside the folders', { ...plain, risk: 'read', reason: 'outsideWorkingDirectory' }, true],
  ['what can’t be undone', { ...plain, risk: 'destructive' }, false],
  ['secrets', { ...plain, risk: 'secrets' }, false],
  ['a line that can’t be seen through', { ...plain, mayAllowUnseen: true }, false],
  ['what no rule may allow', {}, false],
  ['an ask rule', { ...plain, rule: { text: 'Bash(npm *)', source: 'user', behavior: 'ask' } }, false],
  ['a protected file', { ...plain, reason: 'protectedPath' }, false],
  ['what a hook holds up', { ...plain, reason: 'hook' }, false],
  ['a command in a container', { ...plain, effects: ['runs in container node:22'] }, false],
  ['a command on another host', { ...plain, effects: ['runs on ssh host box in /srv; files there can’t be restored'] }, false],
  ['what has come back', { ...plain, askedAgainBecause: 'The file changed.' }, false],
  ['what was edited', { ...plain, edited: true }, false],
])('%s may be answered after a fill: %s', (_what, change, may) => {
  expect(groupAsks([ask('a', change)]).map(answersAfterFill)).toEqual([may]);
});

it('asks all members of a group', () => {
  const [group] = groupAsks([ask('a', { ...plain, digest: 'same' }), ask('b', { digest: 'same', askedAgainBecause: 'It failed.' })]);
  expect(group && answersAfterFill(group)).toBe(false);
});
