import type { OverviewSession } from '#shared/contract/project.ts';
import { useWindow } from '../store/app-store.ts';
import { fetchOverview, sessionsOf } from '../store/overview.ts';
import { showSessionOf } from '../store/project-actions.ts';
import { attempt } from '../store/window-actions.ts';
import { showToast } from '../ui/overlays/toast.tsx';
import { worthALook } from './needs-you.ts';
import { words } from './words.ts';

/**
 * Shows another session that needs the person: one that waits, else one that failed, else one with news; the longest first.
 * `elsewhere`: of another project, if one has any. Resolves to whether one is shown.
 */
export async function goToNextSession({ elsewhere = false } = {}): Promise<boolean> {
  const projects = await attempt(words.notListed, fetchOverview());
  if (!projects) return false;
  const { project, sessionId } = useWindow.getState();
  const others = elsewhere ? projects.filter(({ projectDir }) => projectDir !== project?.projectDir) : [];
  const next = nextSession(sessionsOf(others), sessionId) ?? nextSession(sessionsOf(projects), sessionId);
  if (next) return showSessionOf(next.projectDir, next.sessionId);
  showToast({ title: words.noneNeedsYou });
  return false;
}

export function nextSession(sessions: readonly OverviewSession[], shown: string | null): OverviewSession | undefined {
  return worthALook(sessions, shown).find(({ sessionId }) => sessionId !== shown);
}
