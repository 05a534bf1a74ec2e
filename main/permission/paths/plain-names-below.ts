import { type Walk, walkBelow } from './walk-below.ts';

/** Characters that split a line into words or change how it is split, and bytes that aren't valid text, which programs complain about. */
const CUT = /[\s'"\\\uFFFD\p{Cc}]/u;

/** Whether a folder's spelling and all names below it stay one word when lines are split at blanks and quotes. False when unknown. */
export function hasPlainNamesBelow(spelled: string, folder: string, walk: Walk = {}): boolean {
  return !CUT.test(spelled) && walkBelow([folder], walk, ({ name }) => !CUT.test(name));
}
