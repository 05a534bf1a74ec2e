import { useEffect, useState } from 'react';
import type { Changes, ChangesSince } from '#shared/contract/changes.ts';
import { call } from '../bridge/client.ts';
import { Poller } from '../store/poller.ts';
import { useCallCounts, useSession } from '../store/selectors.ts';

/** Minimum interval between refreshes while the agent works. */
const WORKING_MS = 2000;
/** Minimum interval while calls run: commands change files without events. */
const RUNNING_MS = 4000;
/** Delay that groups calls ending together into one refresh. */
const SETTLE_MS = 150;

export type ChangesState =
  | { readonly type: 'loading' }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'ready'; readonly changes: Changes };

export interface ShownChanges {
  readonly state: ChangesState;
  readonly refresh: () => void;
}

const LOADING: ChangesState = { type: 'loading' };

/** The current changes: refreshed when calls or a turn end, when files are restored, and while calls run. */
export function useChanges(sessionId: string, since: ChangesSince): ShownChanges {
  const [shown, setShown] = useState<{ readonly of: string; readonly state: ChangesState }>({ of: '', state: LOADING });
  const [paced] = useState(
    () =>
      new Poller<Changes>({
        onSeen: (of, changes) => setShown({ of, state: { type: 'ready', changes } }),
        onFailed: (of, message) => setShown({ of, state: { type: 'failed', message } }),
      }),
  );
  const working = useSession(sessionId, (view) => view.turn !== null) ?? false;
  const step = useSession(sessionId, (view) => `${view.items.length} ${view.callOrder.length} ${view.lastTurn?.at ?? 0}`) ?? '';
  const wanted = { of: `${sessionId} ${since}`, fetch: () => call('changes.list', { sessionId, since }) };
  useEffect(() => {
    paced.ask({ ...wanted, after: SETTLE_MS, pause: working ? WORKING_MS : 0 });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `wanted.of` identifies `wanted`.
  }, [paced, wanted.of, working, step]);
  const running = useCallCounts(sessionId).running > 0;
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => paced.ask({ ...wanted, after: 0, pause: WORKING_MS }), RUNNING_MS);
    return () => clearInterval(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- as above
  }, [paced, wanted.of, running]);
  useEffect(() => () => paced.stop(), [paced]);
  return { state: shown.of === wanted.of ? shown.state : LOADING, refresh: () => paced.ask({ ...wanted, after: 0, pause: 0 }) };
}
