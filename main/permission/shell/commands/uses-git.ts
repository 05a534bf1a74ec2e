import type { Word } from '../word.ts';

/** Programs that run git, and so obey the repository they stand in, and need it to be the git that is meant. */
export const USES_GIT: ReadonlySet<string> = new Set(['git', 'gh', 'rtk']);

/**
 * The arguments of git that `rtk git …` hands on, which shortens what git prints; undefined for its other commands. It takes `--` for
 * itself, which makes an option of what git should take for a name.
 */
export function gitBehindRtk(rest: readonly Word[]): readonly Word[] | undefined {
  if (rest[0]?.value !== 'git') return undefined;
  const end = rest.findIndex(({ value }) => value === '--');
  const isOpen = end >= 0 && rest.slice(end + 1).some((word) => word.value === null || word.glob || word.value.startsWith('-'));
  return isOpen ? undefined : rest.slice(1);
}
