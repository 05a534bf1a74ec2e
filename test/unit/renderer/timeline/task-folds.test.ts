import { expect, it } from 'vitest';
import { foldOf, foldTasks } from '../../../../renderer/timeline/turns/task-folds.ts';
import { entryKey, withTurnHeads } from '../../../../renderer/timeline/turns/turn-entries.ts';
import type { Turn } from '../../../../renderer/calls/turns.ts';
import { row } from './rows.ts';

const line = (callId: string, level = 1) => ({ callId, level, hasChildren: false, context: false });
const task = (callId: string, queuedAt: number, state: 'done' | 'failed' = 'done') =>
  row(callId, { queuedAt, state, toolName: 'TaskUpdate', view: { kind: 'todo', title: 'Update task', summary: '#1' } });
const turns: readonly Turn[] = [
  { id: 'one', text: 'one', startedAt: 0, running: false, pauses: [] },
  { id: 'two', text: 'two', startedAt: 10, running: false, pauses: [] },
];
const calls = {
  a: task('a', 1),
  run: row('run', { queuedAt: 2 }),
  b: task('b', 3),
  failed: task('failed', 4, 'failed'),
  inner: task('inner', 5),
  c: task('c', 11),
};
const ordered = [line('a'), line('run'), line('b'), line('failed'), line('inner', 2), line('c')];
const shown = (toggled: readonly string[]) => {
  const set = new Set(toggled);
  return withTurnHeads(foldTasks(ordered, calls, turns, set), calls, turns, set).entries;
};

it('puts the updates of tasks of a turn behind one line; what failed, what an agent did and a single one stay', () => {
  expect(shown([]).map(entryKey)).toEqual(['turn-one', 'tasks-one', 'run', 'failed', 'inner', 'turn-two', 'c']);
});

it('shows each below the line once it is open', () => {
  expect(shown(['tasks-one']).map(entryKey)).toEqual(['turn-one', 'tasks-one', 'a', 'b', 'run', 'failed', 'inner', 'turn-two', 'c']);
});

it('knows the closed line that hides a call', () => {
  expect(foldOf(shown([]), 'b')).toBe('tasks-one');
  expect(foldOf(shown([]), 'run')).toBeUndefined();
  expect(foldOf(shown(['tasks-one']), 'b')).toBeUndefined();
});
