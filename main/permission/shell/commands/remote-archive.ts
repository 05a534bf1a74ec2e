import type { Word } from '../word.ts';

/** Programs that access an archive by `rsh` or `ssh` when a colon comes before any slash (GNU tar and cpio manuals). */
const ARCHIVERS: ReadonlySet<string> = new Set(['tar', 'gtar', 'cpio']);

/** Whether a word may name an archive on another machine, separately or joined with its option. */
export function mayBeRemote(program: string, { value }: Word): boolean {
  return ARCHIVERS.has(program) && value !== null && /^(?:-{1,2}[\w-]*=?)?[\w.@-]+:/u.test(value);
}
