import path from 'node:path';
import type { PathFact } from '#shared/permission/facts.ts';
import { protectedPart } from './protected-places.ts';
import { entriesOf } from './entries-of.ts';

/** Most names read. A folder of this size takes a few milliseconds. */
const MAX_NAMES = 3000;

/** Copies of other packages: no program reads the settings in them. */
const DEPENDENCIES = new Set(['node_modules', 'site-packages', 'dist-packages']);

/** Finds a protected location in folders that are removed or moved whole; links are not followed. */
export function protectedBelow(folders: readonly string[]): PathFact['holds'] {
  return protectedByCopy(folders.map((folder) => ({ from: folder, to: folder, isNew: false })));
}

/** A folder and the target of its copy or move. */
export interface FolderCopy {
  readonly from: string;
  readonly to: string;
  /** Nothing exists at the target yet, so a protected part that keeps its name adds nothing new. */
  readonly isNew: boolean;
}

/** Finds what becomes protected when folders are copied or moved: `x/workflows` becomes `.github/workflows`. */
export function protectedByCopy(copies: readonly FolderCopy[]): PathFact['holds'] {
  let seen = 0;
  const waiting = copies.filter(({ to }) => !to.split(path.sep).some((name) => DEPENDENCIES.has(name)));
  for (let at = 0; at < waiting.length; at++) {
    const copy = waiting[at];
    if (copy === undefined) break;
    for (const item of entriesOf(copy.from)) {
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

/** The protected part of a file's path, given its folder. */
function partOf(file: string): string | undefined {
  return protectedPart(path.join(path.basename(path.dirname(file)), path.basename(file)), undefined);
}
