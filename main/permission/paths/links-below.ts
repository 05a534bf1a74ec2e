import { isFolder } from '#main/tool/is-folder.ts';
import type { ConcretePath } from '#shared/permission/facts.ts';
import { realPath } from './real-path.ts';
import { type Walk, walkBelow } from './walk-below.ts';

/** The links in and below some folders, with their targets; undefined when these can't be determined, as for a link to another folder. */
export function linksBelow(folders: readonly string[], walk: Walk = {}): readonly ConcretePath[] | undefined {
  const links: ConcretePath[] = [];
  const isKnown = walkBelow(folders.filter(isFolder), walk, (item, file) => {
    if (!item.isSymbolicLink()) return true;
    const real = realPath(file);
    if (real === undefined || isFolder(real)) return false;
    links.push({ path: file, real });
    return true;
  });
  return isKnown ? links : undefined;
}
