import { lstatSync } from 'node:fs';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { readBounded } from '#main/tool/read-bounded.ts';
import type { RepositoryFolders } from './git-repository.ts';
import { type Known, untilChanged } from './unchanged-file.ts';

const MAX_PACKED_BYTES = 16 * 1024 * 1024;
const MAX_REF_BYTES = 1024;
/** Git follows as many. */
const MAX_LINKS = 5;

/** Where git looks for a short name, in this order (gitrevisions manual). */
const PLACES: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => `refs/${name}`,
  (name) => `refs/tags/${name}`,
  (name) => `refs/heads/${name}`,
  (name) => `refs/remotes/${name}`,
  (name) => `refs/remotes/${name}/HEAD`,
];

/** Names that git looks up elsewhere if there are several work trees. */
const SPECIAL = /^(?:refs\/)?(?:bisect|worktree|rewritten|main-worktree|worktrees)(?:\/|$)/u;
/** A part of what git accepts as a name. */
const NAME = /^(?!.*(?:\/\/|\/\.|\.\.|\.lock(?:\/|$)|\.\/))\w[\w./@+#,=%-]*(?<![./])$/u;

const packed = new LRUCache<string, Known<{ readonly text: string }>>({
  maxSize: 4 * MAX_PACKED_BYTES,
  sizeCalculation: ({ value }) => value.text.length,
});

/** The object that a branch, tag, remote branch or `HEAD` names; undefined without one. @throws where it can't be told. */
export function objectOfRef(name: string, folders: RepositoryFolders): string | undefined {
  if (!NAME.test(name) || SPECIAL.test(name)) throw new Error('a name this reader doesn’t know');
  for (const place of PLACES) {
    const found = follow(place(name), folders);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** All refs that were packed into one file, each on a line of its own behind a line feed. */
export function packedRefs({ commonDir }: RepositoryFolders): string {
  const file = path.join(commonDir, 'packed-refs');
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return '\n';
  return untilChanged(packed, file, MAX_PACKED_BYTES, (bytes) => ({ text: `\n${bytes.toString('utf8')}` })).text;
}

function follow(ref: string, folders: RepositoryFolders): string | undefined {
  let current = ref;
  for (let links = 0; links <= MAX_LINKS; links++) {
    const value = looseRef(current, folders) ?? packedRef(current, folders);
    const target = value === undefined ? undefined : /^ref: (refs\/.+)$/u.exec(value)?.[1];
    if (target === undefined && links > 0 && value === undefined) throw new Error('a ref that leads nowhere');
    if (target === undefined) return value;
    if (!NAME.test(target) || SPECIAL.test(target)) throw new Error('a name this reader doesn’t know');
    current = target;
  }
  throw new Error('refs that lead to too many others');
}

function looseRef(ref: string, { gitDir, commonDir }: RepositoryFolders): string | undefined {
  // Each work tree has its own `HEAD` and the like.
  const file = path.join(/^[A-Z_-]+$/u.test(ref) ? gitDir : commonDir, ref);
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (stat === undefined || stat.isDirectory()) return undefined;
  const read = stat.isFile() ? readBounded(file, MAX_REF_BYTES) : undefined;
  const value = read?.kind === 'text' ? /^((?:[0-9a-f]{40})|ref: refs\/[^\s]+)\n?$/u.exec(read.text)?.[1] : undefined;
  if (value === undefined) throw new Error('a ref this reader doesn’t know');
  return value;
}

function packedRef(ref: string, folders: RepositoryFolders): string | undefined {
  const text = packedRefs(folders);
  const at = text.indexOf(` ${ref}\n`);
  if (at < 0) return undefined;
  const value = /^\n([0-9a-f]{40})$/u.exec(text.slice(Math.max(at - 41, 0), at))?.[1];
  if (value === undefined) throw new Error('a ref this reader doesn’t know');
  return value;
}
