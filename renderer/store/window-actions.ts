import { showToast } from '../ui/toast.tsx';
import { useWindow, type OpenDialog, type Pane } from './app-store.ts';
import { applyTheme, type Theme } from './theme.ts';

/** Opens the inspector on a call; `null` closes it. */
export function selectCall(callId: string | null): void {
  useWindow.setState({ selectedCallId: callId });
}

export function showPane(pane: Pane): void {
  useWindow.setState({ pane });
}

export function openDialog(dialog: OpenDialog | null): void {
  useWindow.setState({ dialog });
}

export function setTheme(theme: Theme): void {
  applyTheme(theme);
  useWindow.setState({ theme });
}

/** Puts the question whether to trust the folder away, or brings it back. */
export function askTrust(now: boolean): void {
  useWindow.setState({ trustLater: !now });
}

/** Runs an act and says in a toast why it failed. Resolves to `undefined` on failure. */
export async function attempt<T>(what: string, act: Promise<T>): Promise<T | undefined> {
  try {
    return await act;
  } catch (error) {
    showToast({ title: what, detail: error instanceof Error ? error.message : String(error), tone: 'danger' });
    return undefined;
  }
}
