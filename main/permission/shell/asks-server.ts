import type { EffectsPlace } from './command-effects.ts';
import { isNetworkRead } from './commands/network-reads.ts';
import { gitProblem } from './git-repository.ts';
import type { GlobSight } from './glob-sight.ts';
import type { Word } from './word.ts';

/** Whether a command only asks a server. `gh` finds out by git which repository it is in, and so obeys that one's configuration. */
export function asksServer(program: string, rest: readonly Word[], place: EffectsPlace, globs: GlobSight): boolean {
  if (!isNetworkRead(program, rest, globs)) return false;
  if (program !== 'gh') return true;
  const starts = [place.dir, ...place.others.map(({ dir }) => dir)];
  return !place.uncertain && starts.every((dir) => gitProblem(dir, place.projectDir, 'objects') === undefined);
}
