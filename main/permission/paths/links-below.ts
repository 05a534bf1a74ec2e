import { isFolder } from '#main/tool/is-folder.ts';
import type { ConcretePath } from '#shared/permission/facts.ts';
import { globsMeet } from './glob-meet.ts';
import { realPath } from './real-path.ts';
import { type Walk, walkBelow } from './walk-below.ts';

export interface LinkWalk extends Walk {
  /** Only links with such names; see `PathFact`. */
  readonly only?: readonly string[] | undefined;
}

/** The links in and below some folders, with their targets; undefined when these can't be determined, as for a link to another folder. */
export function linksBelow(folders: readonly string[], walk: LinkWalk = {}): readonly ConcretePath[] | undefined {
  const links: ConcretePath[] = [];
  const isKnown = walkBelow(folders.filter(isFolder), walk, (item, file) => {
    if (!item.isSymbolicLink() || walk.only?.every((name) => !globsMeet(name, item.name)) === true) return true;
    const real = realPath(file);
    if (real === undefined || isFolder(real)) return false;
    links.push({ path: file, real });
    return true;
  });
  return isKnown ? links : undefined;
}
