import { expect, it } from 'vitest';
import { overviewSession as session } from '#test/support/overview-session.ts';
import { needingYou } from '../../../../renderer/sessions/needs-you.ts';

const later = Date.now() + 60_000;

it('names what waits, then what failed unseen, and nothing that has only finished', () => {
  const sessions = [
    session('done', { state: 'idle', endedAt: later }),
    session('failed', { state: 'failed', endedAt: later }),
    session('old', { state: 'failed', endedAt: 1 }),
    session('asks', { state: 'waiting', endedAt: null }),
  ];
  expect(needingYou(sessions, null).map(({ sessionId }) => sessionId)).toEqual(['asks', 'failed']);
});
