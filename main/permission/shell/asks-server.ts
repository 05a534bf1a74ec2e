import type { EffectsPlace } from './command-effects.ts';
import { isNetworkRead } from './commands/network-reads.ts';
import { gitProblem } from './git-repository.ts';
import type { GlobSight } from './glob-sight.ts';
import type { Word } from './word.ts';

/** Whether a command only queries a server. `gh` runs git to find its repository, and so obeys that repository's configuration. */
export function asksServer(program: string, rest: readonly Word[], place: EffectsPlace, globs: GlobSight): boolean {
  if (!isNetworkRead(program, rest, globs)) return false;
  if (program !== 'gh') return true;
  const starts = [place.dir, ...place.others.map(({ dir }) => dir)];
  return !place.uncertain && starts.every((dir) => gitProblem(dir, place.projectDir, 'objects') === undefined);
}
