import path from 'node:path';
import { physicalPath, realPath } from '../paths/real-path.ts';
import { climbs, climbsBack } from '../paths/spelling.ts';
import type { GitLook } from './git-repository.ts';

/** For a location that can't be determined. */
export const UNCLEAR: GitLook = { problem: 'where it looks is not clear' };

/**
 * The folder git uses after its `-C` options, each relative to the one before; absolute. Undefined when it depends on a home folder, or on
 * a `..` that may not lead where the spelling says.
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
