import { type Dirent, readdirSync } from 'node:fs';
import path from 'node:path';
import type { PathFact } from '#shared/permission/facts.ts';
import { protectedPart } from './protected-places.ts';

/** Names looked at before giving up. A folder of this size is read in a few milliseconds. */
const MAX_NAMES = 3000;

/** Copies of other people's packages: nobody obeys the settings that lie in them. */
const DEPENDENCIES = new Set(['node_modules', 'site-packages', 'dist-packages']);

/** Looks for a protected place in folders that are to go as a whole; links are not followed. */
export function protectedBelow(folders: readonly string[]): PathFact['holds'] {
  let seen = 0;
  const waiting = folders.filter((folder) => !folder.split(path.sep).some((name) => DEPENDENCIES.has(name)));
  for (let at = 0; at < waiting.length; at++) {
    const folder = waiting[at] ?? '';
    for (const item of entries(folder)) {
      if (++seen > MAX_NAMES) return 'unknown';
      const file = path.join(folder, item.name);
      if (protectedPart(path.join(path.basename(folder), item.name), undefined) !== undefined) return { protected: file };
      if (item.isDirectory() && !DEPENDENCIES.has(item.name)) waiting.push(file);
    }
  }
  return undefined;
}

function entries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
