import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Most names read. */
const MAX_NAMES = 3000;

/** Characters that split a line into words or change how it is split, and bytes that aren't valid text, which programs complain about. */
const CUT = /[\s'"\\\uFFFD\p{Cc}]/u;

/** Whether a folder's spelling and all names below it stay one word when lines are split at blanks and quotes. False when unknown. */
export function hasPlainNamesBelow(spelled: string, folder: string): boolean {
  if (CUT.test(spelled)) return false;
  const waiting = [folder];
  let seen = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    try {
      for (const item of readdirSync(next, { withFileTypes: true })) {
        if (++seen > MAX_NAMES || CUT.test(item.name)) return false;
        if (item.isDirectory()) waiting.push(path.join(next, item.name));
      }
    } catch {
      // Unsure: not all names are known.
      return false;
    }
  }
  return true;
}
