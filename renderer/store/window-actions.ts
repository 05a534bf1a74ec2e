import type { RuleRef } from '#shared/permission/decision.ts';
import { showToast } from '../ui/toast.tsx';
import { isAside, useWindow, type OpenDialog, type Pane } from './app-store.ts';
import { applyTheme, type Theme } from './theme.ts';

/** Opens the inspector on a call; `null` closes it. */
export function selectCall(callId: string | null): void {
  useWindow.setState({ selectedCallId: callId });
}

export function showPane(pane: Pane): void {
  useWindow.setState({ pane });
}

/** Goes to the rules with a draft that would have let this call pass. */
export function makeRuleFrom(sessionId: string, callId: string): void {
  useWindow.setState({ pane: 'rules', pendingRuleRequest: { type: 'fromCall', sessionId, callId } });
}

/** Goes to a rule where it stands among the others. */
export function showRule(rule: RuleRef): void {
  useWindow.setState({ pane: 'rules', pendingRuleRequest: { type: 'show', rule } });
}

/** The rule pane has taken it up. */
export function clearPendingRuleRequest(): void {
  useWindow.setState({ pendingRuleRequest: null });
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
  useWindow.setState(({ pane }) => ({ trustLater: !now, ...(now && isAside(pane) && { pane: 'timeline' }) }));
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
