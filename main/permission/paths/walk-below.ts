import { type Dirent, readdirSync } from 'node:fs';
import path from 'node:path';

/** Most names read. A folder of this size takes some milliseconds. */
const MAX_NAMES = 10_000;

export interface Walk {
  /** Names of folders that are left out. */
  readonly skips?: readonly string[] | undefined;
}

/**
 * Visits everything below folders, without following links, until `visit` returns false. Returns whether all was visited: not where there
 * are too many names, or a folder can't be read.
 */
export function walkBelow(folders: readonly string[], { skips = [] }: Walk, visit: (item: Dirent, file: string) => boolean): boolean {
  const waiting = [...folders];
  let seen = 0;
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    let items;
    try {
      items = readdirSync(folder, { withFileTypes: true });
    } catch {
      // Unsure: not all names are known.
      return false;
    }
    for (const item of items) {
      const isFolder = item.isDirectory();
      if (isFolder && skips.includes(item.name)) continue;
      const file = path.join(folder, item.name);
      if (++seen > MAX_NAMES || !visit(item, file)) return false;
      if (isFolder) waiting.push(file);
    }
  }
  return true;
}
