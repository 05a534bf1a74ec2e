import type { OverviewSession } from '#shared/contract/project.ts';
import { useWindow } from '../store/app-store.ts';
import { fetchOverview, sessionsOf } from '../store/overview.ts';
import { showSessionOf } from '../store/project-actions.ts';
import { isUnread } from '../store/seen-sessions.ts';
import { attempt } from '../store/window-actions.ts';
import { showToast } from '../ui/overlays/toast.tsx';
import { words } from './words.ts';

/** Shows another session that needs the person: one that waits, else one that failed, else one with news; the longest first. */
export async function goToNextSession(): Promise<void> {
  const projects = await attempt(words.notListed, fetchOverview());
  if (!projects) return;
  const next = nextSession(sessionsOf(projects), useWindow.getState().sessionId);
  if (next) await showSessionOf(next.projectDir, next.sessionId);
  else showToast({ title: words.noneNeedsYou });
}

export function nextSession(sessions: readonly OverviewSession[], shown: string | null): OverviewSession | undefined {
  const others = sessions.filter(({ sessionId }) => sessionId !== shown).toSorted((a, b) => a.updatedAt - b.updatedAt);
  return (
    others.find(({ state }) => state === 'waiting') ??
    others.find((session) => session.state === 'failed' && isUnread(session, shown)) ??
    others.find((session) => isUnread(session, shown))
  );
}
