import type { Word } from '../word.ts';

/** Archives that these reach by `rsh` or `ssh` where a colon comes before any slash (GNU tar and cpio manuals). */
const ARCHIVERS: ReadonlySet<string> = new Set(['tar', 'gtar', 'cpio']);

/** Whether a word may name an archive on another machine, as a word of its own or joined with its option. */
export function mayBeRemote(program: string, { value }: Word): boolean {
  return ARCHIVERS.has(program) && value !== null && /^(?:-{1,2}[\w-]*=?)?[\w.@-]+:/u.test(value);
}
