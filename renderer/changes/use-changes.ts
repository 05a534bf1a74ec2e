import { useEffect, useRef, useState } from 'react';
import type { Changes, ChangesSince } from '#shared/contract/changes.ts';
import type { SessionView } from '#shared/session/view.ts';
import { call } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';
import { Poller } from '../store/poller.ts';
import { useCallCounts, useSession } from '../store/selectors.ts';
import { useWhileSeen } from './use-while-seen.ts';

/** Minimum interval between refreshes while the agent works. */
const WORKING_MS = 2000;
/** Minimum interval while calls run: commands change files without events. */
const RUNNING_MS = 4000;
/** How much longer than a listing the time between two is while nothing happens. */
const IDLE_SHARE = 20;
/** Delay that groups calls ending together into one refresh. */
const SETTLE_MS = 150;

export type ChangesState =
  | { readonly type: 'loading' }
  | { readonly type: 'failed'; readonly message: string }
  /** `current`: nothing has happened in the session since they were listed. */
  | { readonly type: 'ready'; readonly changes: Changes; readonly current: boolean };

export interface ShownChanges {
  readonly state: ChangesState;
  readonly refresh: () => void;
}

const LOADING: ChangesState = { type: 'loading' };

interface Listed {
  readonly changes: Changes;
  /** What had happened in the session. */
  readonly step: string;
}

/** What was listed last, so that a pane that opens again shows it at once. */
const known = new Map<string, Listed>();
const MAX_KNOWN = 6;

function remember(of: string, listed: Listed): void {
  known.delete(of);
  known.set(of, listed);
  for (const oldest of [...known.keys()].slice(0, -MAX_KNOWN)) known.delete(oldest);
}

function happenedIn({ items, callOrder, lastTurn }: SessionView): string {
  return `${items.length} ${callOrder.length} ${lastTurn?.at ?? 0}`;
}

/** Lists the changes of an idle session before they are asked for: git takes most of a second, and then the pane opens with them. */
export async function listAhead(sessionId: string): Promise<void> {
  const { changesSince: since, changesTurn, sessions } = useWindow.getState();
  const view = sessions[sessionId]?.view;
  // What one turn changed stays the same.
  if (!view || changesTurn !== null) return;
  const step = `${happenedIn(view)} 0 0`;
  // Ignore errors: the pane lists them itself and shows why it can’t.
  const changes = await call('changes.list', { sessionId, since }).catch(() => undefined);
  if (changes) remember(listOf(sessionId, since), { changes, step });
}

function listOf(sessionId: string, since: ChangesSince, turnId?: string): string {
  return `${sessionId} ${since} ${turnId ?? ''}`;
}

/**
 * The current changes, or those of one turn: refreshed when calls or a turn end, when files are restored, while calls run, and now and then
 * while the page is visible.
 */
export function useChanges(sessionId: string, since: ChangesSince, turnId?: string): ShownChanges {
  const [shown, setShown] = useState<{ readonly of: string; readonly seen: Listed | { readonly message: string } }>();
  const [paced] = useState(
    () =>
      new Poller<Listed>({
        onSeen: (of, listed) => {
          remember(of, listed);
          setShown({ of, seen: listed });
        },
        onFailed: (of, message) => setShown({ of, seen: { message } }),
      }),
  );
  const working = useSession(sessionId, (view) => view.turn !== null) ?? false;
  const happened = useSession(sessionId, happenedIn) ?? '';
  const { running: runs, waiting } = useCallCounts(sessionId);
  const step = `${happened} ${runs} ${waiting}`;
  // By the time they are listed, more may have happened than when that was asked for.
  const latest = useRef(step);
  useEffect(() => {
    latest.current = step;
  }, [step]);
  const took = useRef(0);
  const wanted = {
    of: listOf(sessionId, since, turnId),
    fetch: async () => {
      const [step, begun] = [latest.current, performance.now()];
      const changes = await call('changes.list', { sessionId, since, ...(turnId !== undefined && { turnId }) });
      took.current = performance.now() - begun;
      return { step, changes };
    },
  };
  useEffect(() => {
    paced.ask({ ...wanted, after: SETTLE_MS, pause: working ? WORKING_MS : 0 });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `wanted.of` identifies `wanted`.
  }, [paced, wanted.of, working, step]);
  const running = runs > 0;
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => paced.ask({ ...wanted, after: 0, pause: WORKING_MS }), RUNNING_MS);
    return () => clearInterval(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- as above
  }, [paced, wanted.of, running, step]);
  // Listing is to take a small part of the time, in a large folder too.
  useWhileSeen((isBack) => paced.ask({ ...wanted, after: 0, pause: isBack ? 0 : Math.max(WORKING_MS, took.current * IDLE_SHARE) }));
  useEffect(() => () => paced.stop(), [paced]);
  const seen = shown?.of === wanted.of ? shown.seen : known.get(wanted.of);
  return { state: stateOf(seen, step), refresh: () => paced.ask({ ...wanted, after: 0, pause: 0 }) };
}

function stateOf(seen: Listed | { readonly message: string } | undefined, step: string): ChangesState {
  if (!seen) return LOADING;
  if ('message' in seen) return { type: 'failed', message: seen.message };
  return { type: 'ready', changes: seen.changes, current: seen.step === step };
}
