import path from 'node:path';
import { physicalPath, realPath } from '../paths/real-path.ts';
import { climbs, climbsBack } from '../paths/spelling.ts';
import type { GitLook } from './git-repository.ts';

/** What is known of a place that can't be told. */
export const UNCLEAR: GitLook = { problem: 'where it looks is not clear' };

/**
 * Where git stands behind its `-C`, each of which starts from the one before; absolute. Undefined where that hangs on a home folder, or on a
 * `..` that leads elsewhere than it says.
 */
export function gitPlace(start: string, folders: readonly string[]): string | undefined {
  let dir = start;
  for (const folder of folders) {
    if (folder.startsWith('~') || climbsBack(folder)) return undefined;
    const next = path.resolve(dir, folder);
    if (climbs(folder) && physicalPath(`${dir}${path.sep}${folder}`) !== realPath(next)) return undefined;
    dir = next;
  }
  return dir;
}
