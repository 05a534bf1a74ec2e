import { expect, it } from 'vitest';
import type { OverviewSession } from '#shared/contract/project.ts';
import { needingYou } from '../../../../renderer/sessions/needs-you.ts';

const later = Date.now() + 60_000;

const session = (sessionId: string, state: OverviewSession['state'], endedAt: number | null): OverviewSession => ({
  sessionId,
  projectDir: '/p',
  title: sessionId,
  createdAt: 0,
  updatedAt: 0,
  live: true,
  archived: false,
  state,
  waiting: 0,
  endedAt,
});

it('names what waits, then what failed unseen, and nothing that has only finished', () => {
  const sessions = [
    session('done', 'idle', later),
    session('failed', 'failed', later),
    session('old', 'failed', 1),
    session('asks', 'waiting', null),
  ];
  expect(needingYou(sessions, null).map(({ sessionId }) => sessionId)).toEqual(['asks', 'failed']);
});
