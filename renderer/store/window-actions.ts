import type { ChangesSince } from '#shared/contract/changes.ts';
import { errorMessage } from '#shared/error-message.ts';
import { call } from '../bridge/client.ts';
import { NARROW } from '../ui/use-media-query.ts';
import { showToast } from '../ui/overlays/toast.tsx';
import type { Preferences, Theme } from '#shared/contract/preferences.ts';
import { applyTheme, isProjectPane, storeChangesSince, storeSessionList, type OpenDialog, type Pane, useWindow } from './app-store.ts';
import { rememberTrustLater } from './trust-later.ts';
import { words } from './words.ts';

/** Opens the inspector on a call; `null` closes it. */
export function selectCall(callId: string | null): void {
  useWindow.setState({ selectedCallId: callId });
}

export function showPane(pane: Pane): void {
  useWindow.setState({ pane, front: 'pane', sideClosed: false });
}

/** Gives its place to the conversation. A pane of the project folder has replaced it, and leaves. */
export function closePane(): void {
  useWindow.setState(({ pane }) => ({ front: 'conversation', ...(isProjectPane(pane) ? { pane: 'timeline' } : { sideClosed: true }) }));
}

/** Shows the pane that was closed. */
export function reopenPane(): void {
  useWindow.setState({ sideClosed: false });
}

/** Shows the conversation, where a pane hides it: on a phone any, elsewhere one of the project folder. */
export function showConversation(): void {
  useWindow.setState(({ pane }) => ({ front: 'conversation', ...(isProjectPane(pane) && { pane: 'timeline' }) }));
}

/** Shows or hides the list of all sessions. */
export function showSessionList(isShown: boolean): void {
  storeSessionList(isShown);
  useWindow.setState({ sessionList: isShown });
}

/** Hides the list of all sessions where it covers the panes. */
export function uncoverPanes(): void {
  if (window.matchMedia(NARROW).matches && useWindow.getState().sessionList) showSessionList(false);
}

/** Shows the changes pane with what changed since then, or in one turn, at a file. */
export function reviewChanges(since: ChangesSince, turnId: string | null = null, file: string | null = null): void {
  storeChangesSince(since);
  useWindow.setState({ pane: 'changes', front: 'pane', sideClosed: false, changesSince: since, changesTurn: turnId, changesFile: file });
}

/** Shows what is set up for the folder, in the settings. */
export function showSetUp(): void {
  useWindow.setState({ pane: 'settings', front: 'pane', showsSetUp: true });
}

/** Shows a section of the settings, or one setting by its key. */
export function showSettings(target: string): void {
  useWindow.setState({ pane: 'settings', front: 'pane', showsSetUp: false, settingsTarget: target });
}

export function openDialog(dialog: OpenDialog | null): void {
  useWindow.setState({ dialog });
}

export function setTheme(theme: Theme): void {
  applyTheme(theme);
  useWindow.setState({ theme });
  void savePreferences({ theme });
}

/** Hides or shows the page that asks whether to trust the folder. */
export function askTrust(now: boolean): void {
  const { project } = useWindow.getState();
  if (project && !now) rememberTrustLater(project);
  useWindow.setState(({ pane }) => ({ trustLater: !now, ...(now && isProjectPane(pane) && { pane: 'timeline' }) }));
}

/** Changes these preferences, for all windows; they apply at once. Resolves to whether they are saved. */
export async function savePreferences(change: Partial<Preferences>): Promise<boolean> {
  const before = useWindow.getState().app?.preferences;
  if (!before) return false;
  const show = (preferences: Preferences) => useWindow.setState(({ app }) => ({ app: app && { ...app, preferences } }));
  show({ ...before, ...change });
  const saved = await attempt(words.notSaved, call('app.setPreferences', change));
  show(saved ?? before);
  return saved !== undefined;
}

/** Awaits `act` and shows a toast if it fails. Resolves to `undefined` on failure. */
export async function attempt<T>(what: string, act: Promise<T>): Promise<T | undefined> {
  try {
    return await act;
  } catch (error) {
    showToast({ title: what, detail: errorMessage(error), tone: 'danger' });
    return undefined;
  }
}
