import { readdirSync } from 'node:fs';
import path from 'node:path';
import { protectedPart } from '../paths/protected-places.ts';
import { realPath } from '../paths/real-path.ts';

/** The only hook that read-only commands trigger: they rewrite an outdated index. */
const HOOK = /^post-index-change(?:\.|$)/iu;

/**
 * Why the hooks of a repository make commands more than read-only.
 * @param folders Values of `core.hooksPath`. Git resolves them from the top of the work tree.
 */
export function hookProblem(gitDir: string, workTree: string, folders: readonly string[]): string | undefined {
  const own = path.join(gitDir, 'hooks');
  for (const folder of [own, ...folders.map((value) => path.resolve(workTree, value))]) {
    const real = realPath(folder);
    if (real === undefined) return 'the folder of its hooks can not be looked at';
    // An earlier part of the same line could create the hook there; in a protected location it can't without asking.
    if (folder !== own && [folder, real].some((place) => protectedPart(place, workTree) === undefined))
      return 'the folder of its hooks is not protected';
    if (hasHook(real)) return 'the repository has a hook that runs on reading';
  }
  return undefined;
}

function hasHook(folder: string): boolean {
  try {
    // On case-insensitive file systems any spelling is the hook.
    return readdirSync(folder).some((name) => HOOK.test(name));
  } catch {
    return false;
  }
}
