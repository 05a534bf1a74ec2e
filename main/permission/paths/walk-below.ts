import { type Dirent, readdirSync } from 'node:fs';
import path from 'node:path';

/** Most names read. A folder of this size takes some milliseconds. */
const MAX_NAMES = 10_000;

export interface Walk {
  /** Folders that are left out: by their names, or by their paths from the folder that is walked, with `./` in front. */
  readonly skips?: readonly string[] | undefined;
}

/**
 * Visits everything below folders, without following links, until `visit` returns false. Returns whether all was visited: not where there
 * are too many names, or a folder can't be read.
 */
export function walkBelow(folders: readonly string[], { skips = [] }: Walk, visit: (item: Dirent, file: string) => boolean): boolean {
  const waiting = folders.map((folder) => ({ folder, from: '.' }));
  let seen = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { folder, from } = next;
    let items;
    try {
      items = readdirSync(folder, { withFileTypes: true });
    } catch {
      // Unsure: not all names are known.
      return false;
    }
    for (const item of items) {
      const isFolder = item.isDirectory();
      const relative = `${from}/${item.name}`;
      if (isFolder && (skips.includes(item.name) || skips.includes(relative))) continue;
      const file = path.join(folder, item.name);
      if (++seen > MAX_NAMES || !visit(item, file)) return false;
      if (isFolder) waiting.push({ folder: file, from: relative });
    }
  }
  return true;
}
