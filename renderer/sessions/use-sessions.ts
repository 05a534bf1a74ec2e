import { useCallback, useState } from 'react';
import type { SessionSummary } from '#shared/contract/project.ts';
import { call } from '../bridge/client.ts';
import { attempt } from '../store/window-actions.ts';
import { words } from './words.ts';

const NONE: readonly SessionSummary[] = [];

/** The sessions of a folder, newest first, as of the last `load`. */
export function useSessions(projectDir: string): { readonly sessions: readonly SessionSummary[]; readonly load: () => Promise<void> } {
  const [listed, setListed] = useState<{ readonly projectDir: string; readonly sessions: readonly SessionSummary[] }>();
  const load = useCallback(async () => {
    const list = await attempt(words.notListed, call('session.list', { projectDir }));
    if (list) setListed({ projectDir, sessions: list.sessions });
  }, [projectDir]);
  return { sessions: listed?.projectDir === projectDir ? listed.sessions : NONE, load };
}
