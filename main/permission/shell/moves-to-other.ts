import path from 'node:path';
import type { EffectsContext } from './effects-context.ts';
import { isOtherRepository } from './git/git-repository.ts';
import type { Word } from './parse/word.ts';

/** `git -C folder`, where the folder belongs to another repository or is unknown. */
export function movesToOther(rest: readonly Word[], context: EffectsContext): boolean {
  let dir = context.dir;
  for (let i = 0; rest[i]?.value?.startsWith('-') === true; i++) {
    if (rest[i]?.value !== '-C') continue;
    const folder = rest[++i]?.value;
    if (folder === null || folder === undefined || rest[i]?.tilde === true) return true;
    dir = path.resolve(dir, folder);
  }
  return dir !== context.dir && isOtherRepository(dir, context.projectDir);
}
