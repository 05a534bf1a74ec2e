import type { PendingAsk } from '#shared/session/view.ts';
import { askWords, PLAIN_REASONS } from './words.ts';

/** A short reason shown before the exact one; `undefined` where that is clear enough. */
export function plainReason({ reason }: Pick<PendingAsk, 'reason'>): string | undefined {
  return PLAIN_REASONS[reason];
}

/** Why it asks. Of a destructive call, not that it can’t be undone, nor that an exact rule allows it where none can be saved. */
export function shownMessage({ message, suggestions, risk }: Pick<PendingAsk, 'message' | 'suggestions' | 'risk'>): string {
  if (risk !== 'destructive') return message;
  const said = message.replace(askWords.finalReason, suggestions.length > 0 ? whatCan(suggestions) : askWords.noRuleAllows);
  return said.replace(askWords.final, '').trim() || askWords.noRuleAllows;
}

/** What can allow a call that can’t be undone: an exact rule, and a mode where one is offered. */
export function whatCan(suggestions: PendingAsk['suggestions']): string {
  return suggestions.some(({ type }) => type === 'setMode') ? askWords.exactRuleOrMode : askWords.onlyExactRule;
}
