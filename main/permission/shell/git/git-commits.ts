import { LRUCache } from 'lru-cache';
import type { GitObjects } from './git-objects.ts';

export interface Commit {
  readonly tree: string;
  readonly parents: readonly string[];
}

/** More tags of tags are not followed. */
const MAX_TAGS = 5;

const commits = new LRUCache<string, Commit>({ max: 2000 });

/** @throws where there is no such commit. */
export function readCommit(name: string, objects: GitObjects): Commit {
  const before = commits.get(name);
  if (before !== undefined) return before;
  const { kind, data } = objects.read(name);
  const head = /^tree ([0-9a-f]{40})\n((?:parent [0-9a-f]{40}\n)*)author /u.exec(data.toString('latin1'));
  const [, tree, parents = ''] = head ?? [];
  if (kind !== 'commit' || tree === undefined) throw new Error('not a commit');
  const commit = { tree, parents: [...parents.matchAll(/[0-9a-f]{40}/gu)].map(([parent]) => parent) };
  commits.set(name, commit);
  return commit;
}

/** The commit that an object is, or that a tag names. */
export function peeled(name: string, objects: GitObjects): string {
  let current = name;
  for (let tags = 0; tags <= MAX_TAGS; tags++) {
    if (commits.has(current)) return current;
    const { kind, data } = objects.read(current);
    if (kind === 'commit') return current;
    const target = kind === 'tag' ? /^object ([0-9a-f]{40})\ntype (?:commit|tag)\n/u.exec(data.toString('latin1'))?.[1] : undefined;
    if (target === undefined) throw new Error('not a commit');
    current = target;
  }
  throw new Error('too many tags of tags');
}
