import { useEffect } from 'react';
import { call } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';
import { useSession } from '../store/selectors.ts';

/** Reports what this window shows to the host, which asks before it closes a window with a running agent. */
export function useShownState(): void {
  const isDesktop = useWindow((state) => state.app?.host === 'electron');
  const projectDir = useWindow((state) => state.project?.projectDir ?? null);
  const sessionId = useWindow((state) => state.sessionId);
  const title = useSession(sessionId ?? '', (view) => view.title) ?? '';
  const working =
    useSession(sessionId ?? '', (view) => view.turn !== null || Object.values(view.agents).some((agent) => agent.state === 'running')) ??
    false;
  useEffect(() => {
    // Ignore errors: the next change tries again.
    if (isDesktop) call('window.shows', { projectDir, sessionId, title: title.slice(0, 200), working }).catch(() => undefined);
  }, [isDesktop, projectDir, sessionId, title, working]);
}
