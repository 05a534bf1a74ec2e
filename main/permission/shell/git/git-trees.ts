import { LRUCache } from 'lru-cache';
import type { GitObjects } from './git-objects.ts';

interface TreeEntry {
  readonly name: string;
  /** The name of the tree, if it is a folder. */
  readonly tree: string | undefined;
}

const MAX_TREES = 5000;
const MAX_PATHS = 300_000;
/** Git knows this object even where it isn't stored. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
const HASH_BYTES = 20;
/** As git writes them: files, executable or not and as written by old versions, symbolic links, and folders. */
const FILE_MODE = /^(?:10(?:0644|0755|0664)|120000)$/u;
const FOLDER_MODE = '40000';

const trees = new LRUCache<string, readonly TreeEntry[]>({
  maxSize: 500_000,
  sizeCalculation: (entries) => entries.length + 1,
});

/** By the names of the trees: commands often show the same commits again. */
const known = new LRUCache<string, readonly string[] | 'too many'>({
  maxSize: 2 * MAX_PATHS,
  sizeCalculation: (paths) => paths.length + 1,
});

/**
 * The paths of all files in some trees.
 * @throws where one can't be read or links to other repositories, or they are too large.
 */
export function pathsInTrees(tops: ReadonlySet<string>, objects: GitObjects): readonly string[] {
  const key = [...tops].join(' ');
  const before = known.get(key);
  if (before === 'too many') throw new Error(before);
  if (before !== undefined) return before;
  const paths = new Set<string>();
  const seen = new Set<string>();
  const left = [...tops].map((tree) => ({ tree, folder: '' }));
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { tree, folder } = next;
    // Commits have most of their folders in common.
    if (seen.has(`${tree} ${folder}`)) continue;
    seen.add(`${tree} ${folder}`);
    for (const entry of readTree(tree, objects)) {
      const path = folder + entry.name;
      if (entry.tree === undefined) paths.add(path);
      else left.push({ tree: entry.tree, folder: `${path}/` });
    }
    if (seen.size > MAX_TREES || paths.size > MAX_PATHS) {
      known.set(key, 'too many');
      throw new Error('too many files');
    }
  }
  known.set(key, [...paths]);
  return [...paths];
}

function readTree(name: string, objects: GitObjects): readonly TreeEntry[] {
  if (name === EMPTY_TREE) return [];
  const before = trees.get(name);
  if (before !== undefined) return before;
  const { kind, data } = objects.read(name);
  if (kind !== 'tree') throw new Error('not a tree');
  const entries = entriesOf(data);
  trees.set(name, entries);
  return entries;
}

function entriesOf(data: Buffer): readonly TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < data.length;) {
    const blank = data.indexOf(0x20, at);
    const end = data.indexOf(0, at);
    if (blank < at || end < blank + 2 || end + 1 + HASH_BYTES > data.length) throw new Error('not a tree this reader knows');
    const mode = data.toString('latin1', at, blank);
    const name = data.toString('utf8', blank + 1, end);
    at = end + 1 + HASH_BYTES;
    const isFolder = mode === FOLDER_MODE;
    if ((!isFolder && !FILE_MODE.test(mode)) || name.includes('/')) throw new Error('not a tree this reader knows');
    entries.push({ name, tree: isFolder ? data.toString('hex', end + 1, at) : undefined });
  }
  return entries;
}
