import { useCallback, useState } from 'react';
import type { SessionSummary } from '#shared/contract/project.ts';
import { call } from '../bridge/client.ts';
import { attempt } from '../store/window-actions.ts';

/** The sessions of a folder, newest first, as of the last `load`. */
export function useSessions(projectDir: string): { readonly sessions: readonly SessionSummary[]; readonly load: () => Promise<void> } {
  const [sessions, setSessions] = useState<readonly SessionSummary[]>([]);
  const load = useCallback(async () => {
    const list = await attempt('The sessions could not be listed', call('session.list', { projectDir }));
    if (list) setSessions(list.sessions);
  }, [projectDir]);
  return { sessions, load };
}
