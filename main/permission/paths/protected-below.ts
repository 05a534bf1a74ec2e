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
  return protectedByCopy(folders.map((folder) => ({ from: folder, to: folder, isNew: false })));
}

/** A folder and where it is copied or moved to. */
export interface FolderCopy {
  readonly from: string;
  readonly to: string;
  /** Nothing lies there yet, so that what was protected before lies as it did. */
  readonly isNew: boolean;
}

/** Looks for what is protected once folders lie at another place, which makes `.github/workflows` of `x/workflows`. */
export function protectedByCopy(copies: readonly FolderCopy[]): PathFact['holds'] {
  let seen = 0;
  const waiting = copies.filter(({ to }) => !to.split(path.sep).some((name) => DEPENDENCIES.has(name)));
  for (let at = 0; at < waiting.length; at++) {
    const copy = waiting[at];
    if (copy === undefined) break;
    for (const item of entries(copy.from)) {
      if (++seen > MAX_NAMES) return copy.isNew ? undefined : 'unknown';
      const inner: FolderCopy = { ...copy, from: path.join(copy.from, item.name), to: path.join(copy.to, item.name) };
      const part = partOf(inner.to);
      if (part !== undefined && !(copy.isNew && partOf(inner.from) === part && (at >= copies.length || !part.includes('/'))))
        return { protected: inner.to };
      if (item.isDirectory() && !DEPENDENCIES.has(item.name)) waiting.push(inner);
    }
  }
  return undefined;
}

/** What is protected of a name in its folder. */
function partOf(file: string): string | undefined {
  return protectedPart(path.join(path.basename(path.dirname(file)), path.basename(file)), undefined);
}

function entries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
