import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Names looked at before giving up. */
const MAX_NAMES = 3000;

/** What separates words where lines are cut into them, or takes its meaning from what does; and bytes that are no text, of which programs complain. */
const CUT = /[\s'"\\\uFFFD\p{Cc}]/u;

/** Whether a folder's own spelling and every name below it are one word where lines are cut at blanks and quotes. False where it isn't known. */
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
      return false;
    }
  }
  return true;
}
