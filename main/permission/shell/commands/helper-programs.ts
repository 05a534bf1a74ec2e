import { USES_GIT } from './uses-git.ts';

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
