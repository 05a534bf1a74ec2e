import { useWindow } from '../store/app-store.ts';
import { openDialog } from '../store/window-actions.ts';
import { showToast } from '../ui/overlays/toast.tsx';
import { archive } from './archive-session.ts';
import { words } from './words.ts';

/** What the menu of a listed session offers, for the one that is shown. */
export function changeShownSession(action: 'rename' | 'archive' | 'delete'): void {
  const { sessionId, sessions } = useWindow.getState();
  const view = sessionId === null ? undefined : sessions[sessionId]?.view;
  if (sessionId === null || !view) return;
  const session = { sessionId, projectDir: view.projectDir, title: view.title };
  if (action === 'rename') return openDialog({ type: 'renameSession', session });
  if (view.turn !== null || Object.values(view.agents).some(({ state }) => state === 'running'))
    return showToast({ title: words.notWhileRunning });
  if (action === 'archive') void archive(session, true);
  else openDialog({ type: 'deleteSession', session });
}
