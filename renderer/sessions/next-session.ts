import type { OverviewSession } from '#shared/contract/project.ts';
import { useWindow } from '../store/app-store.ts';
import { fetchOverview, sessionsOf } from '../store/overview.ts';
import { showSessionOf } from '../store/project-actions.ts';
import { attempt } from '../store/window-actions.ts';
import { showToast } from '../ui/overlays/toast.tsx';
import { worthALook } from './needs-you.ts';
import { words } from './words.ts';

/** The session that was gone to last. */
let reached: string | null = null;

/**
 * Shows the next session that needs the person: those that wait, then those that failed, then those with news, each the longest first, and
 * from the last on to the first. `elsewhere`: one that waits in another project, if there is one, and from there any that waits. Resolves to
 * whether one is shown.
 */
export async function goToNextSession({ elsewhere = false } = {}): Promise<boolean> {
  const projects = await attempt(words.notListed, fetchOverview());
  if (!projects) return false;
  const { project, sessionId } = useWindow.getState();
  const all = sessionsOf(projects);
  const waiting = elsewhere ? nextWaiting(all, sessionId, { except: project?.projectDir, isRound: reached === sessionId }) : undefined;
  const next = waiting ?? nextSession(all, sessionId);
  if (next) {
    reached = next.sessionId;
    return showSessionOf(next.projectDir, next.sessionId);
  }
  showToast({ title: words.noneNeedsYou });
  return false;
}

/**
 * The next session that waits, in another folder than `except`; of any folder where a round goes on: the person was led to the shown one,
 * which waits still.
 */
export function nextWaiting(
  sessions: readonly OverviewSession[],
  shown: string | null,
  { except, isRound }: { readonly except: string | undefined; readonly isRound: boolean },
): OverviewSession | undefined {
  const waiting = sessions.filter(({ state }) => state === 'waiting');
  const goesOn = isRound && waiting.some(({ sessionId }) => sessionId === shown);
  return nextSession(waiting, shown, ({ projectDir }) => goesOn || projectDir !== except);
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
