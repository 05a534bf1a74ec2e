import type { EditableSettingsFile } from '#shared/contract/commands/settings-commands.ts';
import type { RuleRef } from '#shared/permission/decision.ts';
import { type PendingRuleRequest, useWindow } from './app-store.ts';

/** Opens the rules with a draft that would have allowed this call. */
export function makeRuleFrom(sessionId: string, callId: string): void {
  askRules({ type: 'fromCall', sessionId, callId });
}

/** Reveals a rule in the list of rules. */
export function showRule(rule: RuleRef): void {
  askRules({ type: 'show', rule });
}

/** Shows a settings file as text, to be edited. */
export function showSettingsFile(file: EditableSettingsFile): void {
  askRules({ type: 'file', file });
}

/** Shows the rules with what is asked of them. */
export function askRules(request: PendingRuleRequest): void {
  useWindow.setState({ pane: 'rules', front: 'pane', pendingRuleRequest: request });
}

/** Called by the rule pane when it has handled the request. */
export function clearPendingRuleRequest(): void {
  useWindow.setState({ pendingRuleRequest: null });
}
