import { create } from 'zustand';
import type { CallRow } from '#shared/session/view.ts';
import { useWindow } from './app-store.ts';
import { showPane } from './window-actions.ts';

/** The terminal that was asked for: the pane shows it, and it takes the focus once it takes input. */
interface WantedTerminal {
  /** The terminal’s place in the pane: the call, or the user’s own shell. */
  readonly itemId: string | null;
  readonly terminalId: string | null;
}

export const useWantedTerminal = create<WantedTerminal>(() => ({ itemId: null, terminalId: null }));

/** Shows a terminal in the pane, ready to be typed into. */
export function showTerminal(itemId: string, terminalId: string): void {
  useWantedTerminal.setState({ itemId, terminalId });
  showPane('terminals');
}

/** As `showTerminal`, for the command of a call. The inspector doesn’t show it a second time. */
export function showTerminalOf({ callId, terminal }: CallRow): void {
  if (useWindow.getState().selectedCallId === callId) useWindow.setState({ selectedCallId: null });
  if (terminal) showTerminal(callId, terminal.terminalId);
  else showPane('terminals');
}

/** The pane selects a terminal when it is shown. It doesn’t take the focus: a key acts at once there. */
export function selectTerminal(itemId: string): void {
  useWantedTerminal.setState({ itemId, terminalId: null });
}

/** The pane has it selected. One that is to take the focus is still wanted. */
export function noteSelected(): void {
  useWantedTerminal.setState(({ itemId, terminalId }) => ({ itemId: terminalId === null ? null : itemId }));
}

/** Whether it was asked for, and so gets the focus. True once. */
export function takeWantedTerminal(terminalId: string): boolean {
  const isWanted = useWantedTerminal.getState().terminalId === terminalId;
  if (isWanted) useWantedTerminal.setState({ itemId: null, terminalId: null });
  return isWanted;
}
