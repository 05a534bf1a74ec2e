import type { OverviewSession } from '#shared/contract/project.ts';

/** A session as the list of sessions shows it: idle, in the folder `/p`. */
export function overviewSession(sessionId: string, change: Partial<OverviewSession> = {}): OverviewSession {
  return {
    sessionId,
    projectDir: '/p',
    title: sessionId,
    createdAt: 0,
    updatedAt: 0,
    live: true,
    archived: false,
    state: 'idle',
    waiting: 0,
    endedAt: null,
    ...change,
  };
}
