import { asksViewOf, type AsksView } from '#shared/session/fold-asks.ts';
import { useWindow, type WindowState } from './app-store.ts';
import type { SessionSlot } from './session-slot.ts';

/** So many sessions are held whole: those looked at last. */
const MOST_HELD = 4;

/** The session one looks at now is held longest; the one not looked at for longest is let go. */
export function holdSession(sessionId: string): void {
  useWindow.setState((state) => {
    const others = Object.keys(state.sessions).filter((id) => id !== sessionId);
    return holdingOnly(state, [...others.slice(1 - MOST_HELD), sessionId]);
  });
}

/** Lets go of all others: after a broken line nobody knows what became of them. */
export function holdOnly(sessionId: string | null): void {
  useWindow.setState((state) => holdingOnly(state, sessionId === null ? [] : [sessionId]));
}

export function forgetSession(sessionId: string): void {
  useWindow.setState(({ sessions: { [sessionId]: _slot, ...sessions }, waiting: { [sessionId]: _asks, ...waiting } }) => ({
    sessions,
    waiting,
  }));
}

/** Of a session that is let go what waits for a person is kept, and followed from there. */
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
