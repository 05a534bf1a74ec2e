import { expect, it } from 'vitest';
import type { OverviewSession } from '#shared/contract/project.ts';
import { overviewSession as session } from '#test/support/overview-session.ts';
import { nextSession } from '../../../../renderer/sessions/next-session.ts';

const later = Date.now() + 60_000;

it.each<[what: string, sessions: readonly OverviewSession[], next: string | undefined]>([
  ['none but the shown one', [session('shown', { state: 'waiting' })], undefined],
  ['nothing that needs a person', [session('a'), session('b', { state: 'running' })], undefined],
  ['what waits before what is new', [session('a', { endedAt: later }), session('b', { state: 'waiting' })], 'b'],
  ['the longest wait first', [session('a', { state: 'waiting', updatedAt: 2 }), session('b', { state: 'waiting', updatedAt: 1 })], 'b'],
  ['a new failure before other news', [session('a', { endedAt: later }), session('b', { state: 'failed', endedAt: later })], 'b'],
  ['not a failure from before this window', [session('a', { state: 'failed', endedAt: 1 })], undefined],
  ['a turn that ended unseen', [session('a', { endedAt: later })], 'a'],
])('goes to: %s', (_what, sessions, next) => {
  expect(nextSession(sessions, 'shown')?.sessionId).toBe(next);
});

it('goes through all that wait, and from the last on to the first', () => {
  const waiting = ['a', 'b', 'c'].map((id, index) => session(id, { state: 'waiting', updatedAt: index }));
  const others = [session('d', { endedAt: later }), session('e', { state: 'running' })];
  const from = (id: string) => nextSession([...others, ...waiting], id)?.sessionId;
  expect(['a', 'b', 'c', 'd', 'e'].map(from)).toEqual(['b', 'c', 'd', 'a', 'a']);
  expect(nextSession(waiting, 'a', ({ sessionId }) => sessionId !== 'b')?.sessionId).toBe('c');
});
