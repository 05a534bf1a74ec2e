import { useShallow } from 'zustand/react/shallow';
import type { PendingAsk } from '#shared/session/view.ts';
import { isForm } from './selectors.ts';
import { useWindow, type WindowState } from './app-store.ts';

/** A pending ask with its session. */
export interface QueuedAsk extends PendingAsk {
  readonly sessionId: string;
  /** Empty for an untitled session. */
  readonly sessionTitle: string;
}

/** All pending asks of the project's open sessions, including those of other windows. Rerenders when one is added or removed. */
export function useQueuedAsks(): readonly QueuedAsk[] {
  return useWindow(useShallow(queuedAsks));
}

export function queuedAsks(state: WindowState): readonly QueuedAsk[] {
  return allQueued(state).filter((ask) => !isForm(ask));
}

/** Questions and plans pending in other sessions' conversations, where they are answered. */
export function useFormsElsewhere(sessionId: string): readonly QueuedAsk[] {
  return useWindow(useShallow((state) => allQueued(state).filter((ask) => ask.sessionId !== sessionId && isForm(ask))));
}

function allQueued({ sessions, waiting, project }: WindowState): readonly QueuedAsk[] {
  const here = (projectDir: string): boolean => project === null || projectDir === project.projectDir;
  const loaded = Object.entries(sessions).filter(([, { status }]) => status !== 'loading');
  const shown = loaded.map(([sessionId, { view }]) => ({ ...view, sessionId }));
  // What a session asks stays listed while its conversation is fetched.
  const known = new Set(loaded.map(([sessionId]) => sessionId));
  const others = Object.values(waiting).filter(({ sessionId }) => !known.has(sessionId));
  return [...shown, ...others].flatMap(({ sessionId, projectDir, title, asks }) =>
    asks.length > 0 && here(projectDir) ? named(asks, sessionId, title) : [],
  );
}

const queuedOf = new WeakMap<readonly PendingAsk[], readonly QueuedAsk[]>();

/** Returns the same objects for the same list, so that memoized consumers don't rerender. */
function named(asks: readonly PendingAsk[], sessionId: string, title: string): readonly QueuedAsk[] {
  const before = queuedOf.get(asks);
  if (before && before[0]?.sessionTitle === title) return before;
  const queued = asks.map((ask) => ({ ...ask, sessionId, sessionTitle: title }));
  queuedOf.set(asks, queued);
  return queued;
}

/** All that a session asks now. */
export function askedIn(sessionId: string): readonly QueuedAsk[] {
  return queuedAsks(useWindow.getState()).filter((ask) => ask.sessionId === sessionId);
}

/** What was asked when the user stopped a session in this window, by the ID of each ask. */
const stopped = new Map<string, readonly QueuedAsk[]>();

/** The user stops the session in this window: what it asks is withdrawn. */
export function noteStopped(sessionId: string): void {
  const asks = askedIn(sessionId);
  for (const { askId } of asks) stopped.set(askId, asks);
}

/** All that the user's own stop withdrew together with this ask; empty if that didn't. */
export function stoppedWith(askId: string): readonly QueuedAsk[] {
  return stopped.get(askId) ?? [];
}

/** Decisions by rules, modes and working directories. */
const BY_SETTINGS: ReadonlySet<string> = new Set(['rule', 'mode', 'workingDirectory', 'readOnly']);

/** How the asked call was settled without an answer here; `undefined` if that isn't known. */
export type SettledBy = { readonly cancelled: string } | { readonly decided: 'allow' | 'deny' } | undefined;

/** Who settled an ask that is no longer pending. The decision is logged after the ask is gone, so it may come later. */
export function useSettledBy({ sessionId, callId }: Pick<QueuedAsk, 'sessionId' | 'callId'>): SettledBy {
  const row = useWindow((state) => state.sessions[sessionId]?.view.calls[callId]);
  if (row?.state === 'cancelled' && row.view.outcome !== undefined) return { cancelled: row.view.outcome };
  const { behavior, reason } = row?.decision ?? {};
  return reason !== undefined && BY_SETTINGS.has(reason) && (behavior === 'allow' || behavior === 'deny')
    ? { decided: behavior }
    : undefined;
}

/** Whether the ask is still pending, as far as the window knows. */
export function isQueued({ sessionId, askId }: Pick<QueuedAsk, 'sessionId' | 'askId'>): boolean {
  return queuedAsks(useWindow.getState()).some((ask) => ask.sessionId === sessionId && ask.askId === askId);
}
