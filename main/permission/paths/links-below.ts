import { readdirSync } from 'node:fs';
import path from 'node:path';
import { isFolder } from '#main/tool/is-folder.ts';
import type { ConcretePath } from '#shared/permission/facts.ts';
import { realPath } from './real-path.ts';

/** Most names read. */
const MAX_NAMES = 3000;

/** The links in and below some folders, with their targets; undefined when these can't be determined, as for a link to another folder. */
export function linksBelow(folders: readonly string[]): readonly ConcretePath[] | undefined {
  const links: ConcretePath[] = [];
  const waiting = folders.filter(isFolder);
  let seen = 0;
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    let items;
    try {
      items = readdirSync(folder, { withFileTypes: true });
    } catch {
      // `undefined` says that it can't be told.
      return undefined;
    }
    for (const item of items) {
      if (++seen > MAX_NAMES) return undefined;
      const file = path.join(folder, item.name);
      if (item.isDirectory()) waiting.push(file);
      if (!item.isSymbolicLink()) continue;
      const real = realPath(file);
      if (real === undefined || isFolder(real)) return undefined;
      links.push({ path: file, real });
    }
  }
  return links;
}
