import { USES_GIT } from './uses-git.ts';

/** What a program that only reads starts without being asked about it, found on the `PATH` as well. */
const HELPERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['tar', ['gzip', 'bzip2', 'xz', 'zstd']],
  ['zcat', ['gzip']],
  ['gunzip', ['gzip']],
  ['fd', ['ls']],
  ['go', ['git']],
  ['man', ['less', 'groff', 'nroff', 'preconv', 'tbl', 'col']],
]);

/** To these git hands files itself. */
const BEHIND_GIT: readonly string[] = ['git', 'git-lfs'];

export function helpersOf(program: string): readonly string[] {
  return USES_GIT.has(program) ? BEHIND_GIT : (HELPERS.get(program) ?? []);
}
