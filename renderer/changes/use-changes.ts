import { useCallback, useEffect, useRef, useState } from 'react';
import type { Changes, ChangesSince } from '#shared/contract/changes.ts';
import { call } from '../bridge/client.ts';
import { useSession } from '../store/selectors.ts';

/** While the agent works its files are looked at once in this time at most. */
const WORKING_MS = 2000;
const IDLE_MS = 150;

export type ChangesState =
  | { readonly type: 'loading' }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'ready'; readonly changes: Changes };

export interface ShownChanges {
  readonly state: ChangesState;
  readonly refresh: () => void;
}

/** The changes as they are now: asked for anew when calls end, when a turn ends and when files are brought back. */
export function useChanges(sessionId: string, since: ChangesSince): ShownChanges {
  const [state, setState] = useState<ChangesState>({ type: 'loading' });
  const working = useSession(sessionId, (view) => view.turn !== null) ?? false;
  const step = useSession(sessionId, (view) => `${view.items.length} ${view.callOrder.length} ${view.lastTurn?.at ?? 0}`) ?? '';
  const [asked, setAsked] = useState(0);
  const running = useRef(false);
  const again = useRef(false);

  const look = useCallback(async (): Promise<void> => {
    if (running.current) {
      again.current = true;
      return;
    }
    running.current = true;
    try {
      do {
        again.current = false;
        setState({ type: 'ready', changes: await call('changes.list', { sessionId, since }) });
      } while (again.current);
    } catch (error) {
      setState({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
    } finally {
      running.current = false;
    }
  }, [sessionId, since]);

  useEffect(() => {
    const timer = setTimeout(() => void look(), working ? WORKING_MS : IDLE_MS);
    return () => clearTimeout(timer);
  }, [look, working, step, asked]);

  return { state, refresh: () => setAsked((count) => count + 1) };
}
