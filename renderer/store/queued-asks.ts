import { useShallow } from 'zustand/react/shallow';
import type { PendingAsk } from '#shared/session/view.ts';
import { isForm } from './selectors.ts';
import { useWindow, type WindowState } from './app-store.ts';

/** A question with the session it comes from. */
export interface QueuedAsk extends PendingAsk {
  readonly sessionId: string;
  /** Empty for one without a title yet. */
  readonly sessionTitle: string;
}

/** Every request that waits in the open sessions of the project, this window's and others'. Draws again when one of them comes or goes. */
export function useQueuedAsks(): readonly QueuedAsk[] {
  return useWindow(useShallow(queuedAsks));
}

export function queuedAsks(state: WindowState): readonly QueuedAsk[] {
  return allQueued(state).filter((ask) => !isForm(ask));
}

/** Questions and plans that wait in the conversations of other sessions, where they are answered. */
export function useFormsElsewhere(sessionId: string): readonly QueuedAsk[] {
  return useWindow(useShallow((state) => allQueued(state).filter((ask) => ask.sessionId !== sessionId && isForm(ask))));
}

function allQueued({ sessions, waiting, project }: WindowState): readonly QueuedAsk[] {
  const here = (projectDir: string): boolean => project === null || projectDir === project.projectDir;
  const shown = Object.entries(sessions).map(([sessionId, { view }]) => ({ ...view, sessionId }));
  const others = Object.values(waiting).filter(({ sessionId }) => !Object.hasOwn(sessions, sessionId));
  return [...shown, ...others].flatMap(({ sessionId, projectDir, title, asks }) =>
    asks.length > 0 && here(projectDir) ? named(asks, sessionId, title) : [],
  );
}

const known = new WeakMap<readonly PendingAsk[], readonly QueuedAsk[]>();

/** The same objects for the same list, so that who looks at them sees that nothing changed. */
function named(asks: readonly PendingAsk[], sessionId: string, title: string): readonly QueuedAsk[] {
  const before = known.get(asks);
  if (before && before[0]?.sessionTitle === title) return before;
  const queued = asks.map((ask) => ({ ...ask, sessionId, sessionTitle: title }));
  known.set(asks, queued);
  return queued;
}

/** Whether the question still waits, as far as the window knows. */
export function isQueued({ sessionId, askId }: Pick<QueuedAsk, 'sessionId' | 'askId'>): boolean {
  return queuedAsks(useWindow.getState()).some((ask) => ask.sessionId === sessionId && ask.askId === askId);
}
