import { create } from 'zustand';
import { call } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';
import { attempt, showPane } from '../store/window-actions.ts';
import { words } from './words.ts';

/** A shell that was just opened; the pane shows it, gives it the focus, and clears this. */
export const useNewShell = create<{ readonly terminalId: string | null }>(() => ({ terminalId: null }));

/** Opens a shell of the person's own in the project folder and goes there. */
export async function startUserShell(): Promise<void> {
  const { sessionId } = useWindow.getState();
  if (sessionId === null) return;
  const started = await attempt(words.notStarted, call('userShell.start', { sessionId }));
  if (!started) return;
  useNewShell.setState({ terminalId: started.terminalId });
  showPane('terminals');
}

/** Whether it was just opened, and so gets the focus. Asked once. */
export function takeNewShell(terminalId: string): boolean {
  const isNew = useNewShell.getState().terminalId === terminalId;
  if (isNew) useNewShell.setState({ terminalId: null });
  return isNew;
}

/** A size that doesn’t arrive is told again with the next change. */
export async function resizeShell(sessionId: string, terminalId: string, cols: number, rows: number): Promise<void> {
  await call('userShell.resize', { sessionId, terminalId, cols, rows }).catch(() => undefined);
}

/** Ends a running one; takes one that has ended off the list. */
export async function endUserShell(sessionId: string, terminalId: string): Promise<void> {
  await attempt(words.notEnded, call('userShell.end', { sessionId, terminalId }));
}
