import type { Word } from '../word.ts';

/** Programs that run git, so they obey the repository in their folder and depend on which git is found. */
export const USES_GIT: ReadonlySet<string> = new Set(['git', 'gh', 'rtk']);

/**
 * The git arguments of `rtk git …`, which shortens git's output; undefined for its other commands. It consumes `--` itself, so git may read
 * the name after it as an option.
 */
export function gitBehindRtk(rest: readonly Word[]): readonly Word[] | undefined {
  if (rest[0]?.value !== 'git') return undefined;
  const end = rest.findIndex(({ value }) => value === '--');
  const isOpen = end >= 0 && rest.slice(end + 1).some((word) => word.value === null || word.glob || word.value.startsWith('-'));
  return isOpen ? undefined : rest.slice(1);
}
