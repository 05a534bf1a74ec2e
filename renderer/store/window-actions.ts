import type { ChangesSince } from '#shared/contract/changes.ts';
import type { RuleRef } from '#shared/permission/decision.ts';
import { errorMessage } from '#shared/error-message.ts';
import { showToast } from '../ui/overlays/toast.tsx';
import { applyTheme, isProjectPane, storeSessionList, type OpenDialog, type Pane, type Theme, useWindow } from './app-store.ts';

/** Opens the inspector on a call; `null` closes it. */
export function selectCall(callId: string | null): void {
  useWindow.setState({ selectedCallId: callId });
}

export function showPane(pane: Pane): void {
  useWindow.setState({ pane });
}

/** Opens the rules with a draft that would have allowed this call. */
export function makeRuleFrom(sessionId: string, callId: string): void {
  useWindow.setState({ pane: 'rules', pendingRuleRequest: { type: 'fromCall', sessionId, callId } });
}

/** Reveals a rule in the list of rules. */
export function showRule(rule: RuleRef): void {
  useWindow.setState({ pane: 'rules', pendingRuleRequest: { type: 'show', rule } });
}

/** Called by the rule pane when it has handled the request. */
export function clearPendingRuleRequest(): void {
  useWindow.setState({ pendingRuleRequest: null });
}

/** Shows or hides the list of all sessions. */
export function showSessionList(isShown: boolean): void {
  storeSessionList(isShown);
  useWindow.setState({ sessionList: isShown });
}

/** Shows the changes pane with what changed since then. */
export function reviewChanges(since: ChangesSince): void {
  useWindow.setState({ pane: 'changes', changesSince: since });
}

/** Shows what is set up for the folder, in the settings. */
export function showSetUp(): void {
  useWindow.setState({ pane: 'settings', showsSetUp: true });
}

export function openDialog(dialog: OpenDialog | null): void {
  useWindow.setState({ dialog });
}

export function setTheme(theme: Theme): void {
  applyTheme(theme);
  useWindow.setState({ theme });
}

/** Hides or shows the page that asks whether to trust the folder. */
export function askTrust(now: boolean): void {
  useWindow.setState(({ pane }) => ({ trustLater: !now, ...(now && isProjectPane(pane) && { pane: 'timeline' }) }));
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
