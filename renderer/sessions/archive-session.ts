import type { SessionSummary } from '#shared/contract/project.ts';
import { refreshOverview } from '../store/overview.ts';
import { archiveSession } from '../store/project-actions.ts';
import { showToast } from '../ui/overlays/toast.tsx';
import { words } from './words.ts';

/** Puts a session aside, which can be undone at once, or takes it back. */
export async function archive(session: Pick<SessionSummary, 'sessionId' | 'projectDir' | 'title'>, archived: boolean): Promise<void> {
  const { sessionId, projectDir, title } = session;
  if (!(await archiveSession(sessionId, projectDir, archived))) return;
  refreshOverview();
  if (!archived) return;
  showToast({ title: words.wasArchived(title), action: { label: words.undo, run: () => void archive(session, false) } });
}
