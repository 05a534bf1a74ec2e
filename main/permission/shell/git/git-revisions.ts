import { peeled } from './git-commits.ts';
import type { GitObjects } from './git-objects.ts';
import { objectOfRef } from './git-refs.ts';
import type { RepositoryFolders } from './git-repository.ts';

/** What names of commits are looked up in. */
export interface History {
  readonly folders: RepositoryFolders;
  readonly objects: GitObjects;
  parentsOf(this: void, commit: string): readonly string[];
}

const MAX_STEPS = 200;
const REVISION = /^([^~^:{}]+)((?:[~^]\d{0,3})*)$/u;

/** The commit that a word names (gitrevisions manual). @throws for what isn't known for certain. */
export function commitNamed(revision: string, history: History): string {
  const [, name = '', steps = ''] = REVISION.exec(revision) ?? [];
  let commit = peeled(objectNamed(name === '@' ? 'HEAD' : name, history), history.objects);
  let left = MAX_STEPS;
  const parent = (number: number): string => {
    const found = history.parentsOf(commit)[number - 1];
    if (found === undefined || left-- <= 0) throw new Error('no such parent');
    return found;
  };
  for (const [, sign, digits = ''] of steps.matchAll(/([~^])(\d*)/gu)) {
    const number = digits === '' ? 1 : Number(digits);
    if (sign === '^' && number > 0) commit = parent(number);
    if (sign === '~') for (let step = 0; step < number; step++) commit = parent(1);
  }
  return commit;
}

function objectNamed(name: string, { folders, objects }: History): string {
  // Git takes capitals too, before any ref of that name.
  if (/^[0-9a-f]{40}$/iu.test(name)) return name.toLowerCase();
  const found = objectOfRef(name, folders);
  if (found !== undefined) return found;
  if (!/^[0-9a-f]{4,39}$/iu.test(name)) throw new Error('no such name');
  return objects.named(name.toLowerCase());
}
