import type { OverviewSession } from '#shared/contract/project.ts';
import { isUnread } from '../store/seen-sessions.ts';

/** How urgently a session needs the person, the most urgent first: it waits, it failed, it has news. */
const NEEDS: readonly ((session: OverviewSession, shown: string | null) => boolean)[] = [
  ({ state }) => state === 'waiting',
  (session, shown) => session.state === 'failed' && isUnread(session, shown),
  (session, shown) => session.state !== 'running' && isUnread(session, shown),
];

/** Those that need the person: the most urgent first, and of these the longest. `shown`: the session that this window shows. */
export function needingYou(sessions: readonly OverviewSession[], shown: string | null): readonly OverviewSession[] {
  return sessions
    .map((session) => ({ session, need: NEEDS.findIndex((needs) => needs(session, shown)) }))
    .filter(({ need }) => need >= 0)
    .toSorted((a, b) => a.need - b.need || a.session.updatedAt - b.session.updatedAt)
    .map(({ session }) => session);
}
