import type { OpenSession } from './open-session.ts';

/**
 * Whether an open session can be closed and opened again without anyone noticing: nothing runs or is waiting in it, nothing is planned, and
 * its log says all there is to know.
 */
export function isReleasable({ session, userShells }: Pick<OpenSession, 'session' | 'userShells'>): boolean {
  const { asks, client, elicitations, lastTurn, later, queued, tasks, team, triggers } = session.view;
  return (
    session.isIdle &&
    session.log.halted === null &&
    // A script goes on where it was.
    client !== 'scripted' &&
    // One without a message is removed when it is closed, and a failed turn may be tried again.
    lastTurn !== null &&
    lastTurn.outcome !== 'failed' &&
    team === null &&
    [asks, elicitations, later, queued, triggers, userShells.list()].every((each) => each.length === 0) &&
    Object.values(tasks).every(({ state, unreported }) => state !== 'running' && !unreported)
  );
}
