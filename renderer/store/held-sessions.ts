import { asksViewOf, type AsksView } from '#shared/session/fold/fold-asks.ts';
import { useWindow, type WindowState } from './app-store.ts';
import type { SessionSlot } from './session-slot.ts';

/** How many sessions are kept in full: the most recently shown. */
const MAX_HELD = 4;

/** Marks the session as most recently shown and drops the least recently shown beyond the limit. */
export function holdSession(sessionId: string): void {
  useWindow.setState((state) => {
    const others = Object.keys(state.sessions).filter((id) => id !== sessionId);
    return holdingOnly(state, [...others.slice(1 - MAX_HELD), sessionId]);
  });
}

/** Drops all other sessions: after a lost connection their state is stale. */
export function holdOnly(sessionId: string | null): void {
  useWindow.setState((state) => holdingOnly(state, sessionId === null ? [] : [sessionId]));
}

export function forgetSession(sessionId: string): void {
  useWindow.setState(({ sessions: { [sessionId]: _slot, ...sessions }, waiting: { [sessionId]: _asks, ...waiting } }) => ({
    sessions,
    waiting,
  }));
}

/** A dropped session keeps its pending asks, which are updated from then on. */
function holdingOnly({ sessions, waiting, project }: WindowState, held: readonly string[]): Pick<WindowState, 'sessions' | 'waiting'> {
  const left = Object.entries(sessions).flatMap(([id, { status, view }]): [string, AsksView][] =>
    held.includes(id) || status !== 'ready' || view.projectDir !== project?.projectDir ? [] : [[id, asksViewOf(view)]],
  );
  return {
    sessions: Object.fromEntries(
      held.flatMap((id): [string, SessionSlot][] => {
        const slot = sessions[id];
        return slot ? [[id, slot]] : [];
      }),
    ),
    waiting: { ...waiting, ...Object.fromEntries(left) },
  };
}
