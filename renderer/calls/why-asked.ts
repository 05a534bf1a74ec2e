import type { DecisionReason } from '#shared/permission/decision.ts';
import type { PendingAsk } from '#shared/session/view.ts';
import { askWords } from './words.ts';

const PLAIN_REASONS: Partial<Record<DecisionReason, string>> = {
  notUnderstood: 'Gatehouse can’t tell everything this would run.',
  outsideWorkingDirectory: 'It uses files outside the working directories.',
  protectedPath: 'It changes a file that controls other programs.',
  criticalPath: 'It would remove an essential file or folder.',
  internalError: 'Something went wrong while this was checked.',
};

/** A short reason shown before the exact one; `undefined` where that is clear enough. */
export function plainReason({ reason }: Pick<PendingAsk, 'reason'>): string | undefined {
  return PLAIN_REASONS[reason];
}

/** Why it asks. Of a destructive call, not that it can’t be undone, nor that an exact rule allows it where none can be saved. */
export function shownMessage({ message, suggestions, risk }: Pick<PendingAsk, 'message' | 'suggestions' | 'risk'>): string {
  if (risk !== 'destructive') return message;
  return message.replace(askWords.finalReason, suggestions.length > 0 ? askWords.onlyExactRule : askWords.noRuleAllows);
}
