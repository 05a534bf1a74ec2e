import { useEffect } from 'react';
import { call } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';
import { useSession } from '../store/selectors.ts';

/** Tells the host what this window shows: it asks before a window with an agent at work closes. */
export function useShownState(): void {
  const isDesktop = useWindow((state) => state.app?.host === 'electron');
  const projectDir = useWindow((state) => state.project?.projectDir ?? null);
  const sessionId = useWindow((state) => state.sessionId);
  const title = useSession(sessionId ?? '', (view) => view.title) ?? '';
  const working =
    useSession(sessionId ?? '', (view) => view.turn !== null || Object.values(view.agents).some((agent) => agent.state === 'running')) ??
    false;
  useEffect(() => {
    // A host that can’t be told asks nothing, and the next change tries again.
    if (isDesktop) call('window.shows', { projectDir, sessionId, title: title.slice(0, 200), working }).catch(() => undefined);
  }, [isDesktop, projectDir, sessionId, title, working]);
}
