import { useEffect } from 'react';
import type { SessionView } from '#shared/session/view.ts';
import { useWindow } from '../store/app-store.ts';
import { useSession } from '../store/selectors.ts';

/** Once a turn has ended that may have changed files, gets ready what the pane of changes shows: `load`s it and lists them. */
export function useChangesAhead(sessionId: string, load: () => void): void {
  const endedAt = useSession(sessionId, ({ turn, lastTurn }) => (turn === null ? (lastTurn?.at ?? null) : null)) ?? null;
  useEffect(() => {
    if (endedAt === null) return undefined;
    const idle = requestIdleCallback(() => {
      const { sessions, pane } = useWindow.getState();
      const view = sessions[sessionId]?.view;
      if (!view || !mayHaveChanged(view)) return;
      load();
      // The open pane lists them itself.
      if (pane !== 'changes') void import('../changes/use-changes.ts').then(({ listAhead }) => listAhead(sessionId));
    });
    return () => cancelIdleCallback(idle);
  }, [sessionId, endedAt, load]);
}

function mayHaveChanged({ calls }: SessionView): boolean {
  return Object.values(calls).some(({ view: { kind } }) => kind === 'edit' || kind === 'command');
}
