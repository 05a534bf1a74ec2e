import type { OverviewSession } from '#shared/contract/project.ts';
import { isUnread } from '../store/seen-sessions.ts';

type Need = (session: OverviewSession, shown: string | null) => boolean;

/** It can’t go on without the person: it waits, or failed unseen. */
const STUCK: readonly Need[] = [
  ({ state }) => state === 'waiting',
  (session, shown) => session.state === 'failed' && isUnread(session, shown),
];
/** A turn ended unseen. */
const hasNews: Need = (session, shown) => session.state !== 'running' && isUnread(session, shown);

/** Those that can’t go on without the person, the most urgent first, and of these the longest. `shown`: the session that this window shows. */
export function needingYou(sessions: readonly OverviewSession[], shown: string | null): readonly OverviewSession[] {
  return byUrgency(sessions, shown, STUCK);
}

/** Those and, after them, the ones with news. */
export function worthALook(sessions: readonly OverviewSession[], shown: string | null): readonly OverviewSession[] {
  return byUrgency(sessions, shown, [...STUCK, hasNews]);
}

/** `needs`: how urgently a session needs the person, the most urgent first. */
function byUrgency(sessions: readonly OverviewSession[], shown: string | null, needs: readonly Need[]): readonly OverviewSession[] {
  return sessions
    .map((session) => ({ session, need: needs.findIndex((isMet) => isMet(session, shown)) }))
    .filter(({ need }) => need >= 0)
    .toSorted((a, b) => a.need - b.need || a.session.updatedAt - b.session.updatedAt)
    .map(({ session }) => session);
}
