import type { PendingAsk } from '#shared/session/view.ts';
import { cardWords } from './card-words.ts';

/** Whether a destructive request, or several identical ones, can be undone, as far as it’s known. */
export function undoWords(members: readonly Pick<PendingAsk, 'restorable' | 'loss'>[]): string {
  if (members.some(({ loss }) => loss === 'final')) return cardWords.cantBeUndone;
  if (members.every(({ loss }) => loss === 'nothing')) return cardWords.nothingThere;
  const isSafe = members.every(({ restorable, loss }) => restorable === true || loss === 'nothing');
  return isSafe ? cardWords.canBeRestored : cardWords.mayBeFinal;
}
