import { lstatSync } from 'node:fs';
import path from 'node:path';
import { isInside } from '#main/tool/is-inside.ts';
import { indexLinks } from './git-index.ts';

/**
 * Work trees of the checked-out repositories that a repository's index links to (its submodules, which only the index lists completely):
 * git enters them like the outer one. Undefined when the index can't be read.
 */
export function linkedRepositories(gitDir: string, workTree: string): readonly string[] | undefined {
  try {
    return linkedFolders(gitDir, workTree)?.filter((root) => lstatSync(path.join(root, '.git'), { throwIfNoEntry: false }) !== undefined);
  } catch {
    // `undefined` says that it can't be told.
    return undefined;
  }
}

/** The same, whether or not they exist on disk. */
export function linkedFolders(gitDir: string, workTree: string): readonly string[] | undefined {
  try {
    const roots = indexLinks(gitDir).map((link) => path.join(workTree, link));
    return roots.every((root) => root !== workTree && isInside(root, workTree)) ? roots : undefined;
  } catch {
    // `undefined` says that it can't be told.
    return undefined;
  }
}
