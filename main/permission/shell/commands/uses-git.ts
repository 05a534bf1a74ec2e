import type { Word } from '../parse/word.ts';

/** Programs that a read-only program starts by itself, also found on the `PATH`. */
const HELPERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['tar', ['gzip', 'bzip2', 'xz', 'zstd']],
  ['zcat', ['gzip']],
  ['gunzip', ['gzip']],
  ['fd', ['ls']],
  ['go', ['git']],
  ['man', ['less', 'groff', 'nroff', 'preconv', 'tbl', 'col']],
]);

/** Programs to which git passes files itself. */
const BEHIND_GIT: readonly string[] = ['git', 'git-lfs'];

export function helpersOf(program: string): readonly string[] {
  return USES_GIT.has(program) ? BEHIND_GIT : (HELPERS.get(program) ?? []);
}

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
