import { readdirSync } from 'node:fs';
import path from 'node:path';
import { protectedPart } from '../paths/protected-places.ts';
import { realPath } from '../paths/real-path.ts';

/** The one hook that commands trigger that only look: they write the index anew where it is out of date. */
const HOOK = /^post-index-change(?:\.|$)/iu;

/**
 * What among the hooks of a repository keeps commands from being mere reading.
 * @param folders Values of `core.hooksPath`. Git stands at the top of the work tree when it looks for them.
 */
export function hookProblem(gitDir: string, workTree: string, folders: readonly string[]): string | undefined {
  const own = path.join(gitDir, 'hooks');
  for (const folder of [own, ...folders.map((value) => path.resolve(workTree, value))]) {
    const real = realPath(folder);
    if (real === undefined) return 'the folder of its hooks can not be looked at';
    // An earlier part of the same line could put the hook there: into a protected place it can’t without a question.
    if (folder !== own && [folder, real].some((place) => protectedPart(place, workTree) === undefined))
      return 'the folder of its hooks is not protected';
    if (hasHook(real)) return 'the repository has a hook that runs on reading';
  }
  return undefined;
}

function hasHook(folder: string): boolean {
  try {
    // Where case doesn't count, any spelling is the hook.
    return readdirSync(folder).some((name) => HOOK.test(name));
  } catch {
    return false;
  }
}
