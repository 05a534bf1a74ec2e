import { expect, it } from 'vitest';
import type { OverviewSession } from '#shared/contract/project.ts';
import { overviewSession as session } from '#test/support/overview-session.ts';
import { nextSession, nextWaiting } from '../../../../renderer/sessions/next-session.ts';

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

it('goes to what waits in another project first, and from there through all that wait', () => {
  const waits = (id: string, projectDir: string, updatedAt: number) => session(id, { state: 'waiting', projectDir, updatedAt });
  const sessions = [
    waits('own', '/shop', 1),
    waits('mail 1', '/mailer', 2),
    waits('mail 2', '/mailer', 3),
    waits('bill', '/billing', 4),
    session('news', { projectDir: '/news', endedAt: later }),
  ];
  const next = (shown: string, except: string, isRound: boolean) => nextWaiting(sessions, shown, { except, isRound })?.sessionId;
  expect(next('idle', '/shop', false)).toBe('mail 1');
  expect(next('mail 1', '/mailer', true)).toBe('mail 2');
  expect(next('mail 2', '/mailer', true)).toBe('bill');
  expect(next('bill', '/billing', true)).toBe('own');
  // Answered meanwhile, or chosen by the person: again another project first.
  expect(next('answered', '/shop', true)).toBe('mail 1');
  expect(next('mail 1', '/mailer', false)).toBe('bill');
  expect(nextWaiting(sessions.slice(0, 1), 'idle', { except: '/shop', isRound: false })).toBeUndefined();
});
