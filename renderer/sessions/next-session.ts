import type { OverviewSession } from '#shared/contract/project.ts';
import { useWindow } from '../store/app-store.ts';
import { fetchOverview, sessionsOf } from '../store/overview.ts';
import { showSessionOf } from '../store/project-actions.ts';
import { attempt } from '../store/window-actions.ts';
import { showToast } from '../ui/overlays/toast.tsx';
import { worthALook } from './needs-you.ts';
import { words } from './words.ts';

/**
 * Shows the next session that needs the person: those that wait, then those that failed, then those with news, each the longest first, and
 * from the last on to the first. `elsewhere`: of another project, if one has any. Resolves to whether one is shown.
 */
export async function goToNextSession({ elsewhere = false } = {}): Promise<boolean> {
  const projects = await attempt(words.notListed, fetchOverview());
  if (!projects) return false;
  const { project, sessionId } = useWindow.getState();
  const isElsewhere = ({ projectDir }: OverviewSession): boolean => projectDir !== project?.projectDir;
  const all = sessionsOf(projects);
  const next = (elsewhere ? nextSession(all, sessionId, isElsewhere) : undefined) ?? nextSession(all, sessionId);
  if (next) return showSessionOf(next.projectDir, next.sessionId);
  showToast({ title: words.noneNeedsYou });
  return false;
}

/** `isMeant`: of those that need the person, which to go to. */
export function nextSession(
  sessions: readonly OverviewSession[],
  shown: string | null,
  isMeant: (session: OverviewSession) => boolean = () => true,
): OverviewSession | undefined {
  const needing = worthALook(sessions, shown);
  const at = needing.findIndex(({ sessionId }) => sessionId === shown);
  return [...needing.slice(at + 1), ...needing.slice(0, Math.max(at, 0))].find(isMeant);
}
