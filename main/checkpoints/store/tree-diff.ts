import { LRUCache } from 'lru-cache';
import { isDeepStrictEqual } from 'node:util';
import { CheckpointError } from '../checkpoint-error.ts';
import { type Git, readObjects } from './git.ts';
import { type CommonModes, type GitMode, parseModes, usualMode } from '../files/file-entry.ts';
import { FILES, MODES } from './tree-writer.ts';

export interface FileState {
  readonly mode: GitMode;
  readonly blob: string;
  /** 0o777 */
  readonly perm: number;
}

/** A file that differs between two trees; `null` where it doesn't exist. */
export interface TreeDifference {
  readonly path: string;
  readonly from: FileState | null;
  readonly to: FileState | null;
}

/** The differences between two trees, in the order of paths. A rename is a deleted and an added file. */
export async function diffTrees(git: Git, from: string, to: string, common: CommonModes): Promise<TreeDifference[]> {
  if (from === to) return [];
  const [differences, [fromModes, toModes]] = await Promise.all([rawDifferences(git, [from, to]), readModes(git, [from, to])]);
  const state = (path: string, mode: string, blob: string, modes: ReadonlyMap<string, number>): FileState | null =>
    isGitMode(mode) ? { mode, blob, perm: modes.get(path) ?? usualMode(mode, common) } : null;
  const found = new Map<string, TreeDifference>();
  for (const { path, oldMode, newMode, oldBlob, newBlob } of differences) {
    found.set(path, { path, from: state(path, oldMode, oldBlob, fromModes), to: state(path, newMode, newBlob, toModes) });
  }
  const others = await modeDifferences(git, { from, fromModes, to, toModes, common });
  // In git's order, by path.
  if (others.length === 0) return [...found.values()];
  for (const difference of others) if (!found.has(difference.path)) found.set(difference.path, difference);
  return [...found.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

type TreePair = readonly [from: string, to: string];

/** The ids of a file's content in two trees; `null` where it doesn't exist. */
export interface ContentChange {
  readonly from: string | null;
  readonly to: string | null;
}

/** The differences of each pair, in order, by path. */
export async function changesOfEach(git: Git, pairs: readonly TreePair[]): Promise<ReadonlyMap<string, ContentChange>[]> {
  const different = pairs.filter(([from, to]) => from !== to);
  const found = new Map<string, Map<string, ContentChange>>();
  if (different.length > 0) {
    const input = [...new Set(different.map(nameOf))].map((pair) => `${pair}\n`).join('');
    for (const { pair, path, oldMode, newMode, oldBlob, newBlob } of await rawDifferences(git, ['--stdin'], input)) {
      const changes = found.get(pair) ?? new Map<string, ContentChange>();
      found.set(pair, changes.set(path, { from: isGitMode(oldMode) ? oldBlob : null, to: isGitMode(newMode) ? newBlob : null }));
    }
  }
  return pairs.map((pair) => found.get(nameOf(pair)) ?? new Map<string, ContentChange>());
}

function nameOf(pair: TreePair): string {
  return pair.join(' ');
}

/** A file that was removed under one name and added under another with similar content. */
export interface Rename {
  readonly from: string;
  /** Lines added and removed; absent for what isn’t text. */
  readonly lines?: { readonly added: number; readonly removed: number } | undefined;
}

/** With more files than this on both sides, only equal content counts as a rename. */
const RENAME_LIMIT = 400;

/** Files that were renamed between two trees, by their new path. @param overOthers also those that replaced another file. */
export async function findRenames(git: Git, from: string, to: string, overOthers = false): Promise<Map<string, Rename>> {
  const renames = new Map<string, Rename>();
  if (from === to) return renames;
  const detection = ['-M', `-l${RENAME_LIMIT}`, ...(overOthers ? ['-B'] : [])];
  const args = ['-r', '-z', '--numstat', ...detection, '--diff-filter=R', '--no-ext-diff', '--no-textconv'];
  const fields = (await git.run(['diff-tree', ...args, from, to])).toString('utf8').split('\0');
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [, added, removed] = /^(\d+|-)\t(\d+|-)\t$/u.exec(fields[at] ?? '') ?? [];
    const [old, fresh] = [fields[at + 1] ?? '', fields[at + 2] ?? ''];
    if (added === undefined || !old.startsWith(`${FILES}/`) || !fresh.startsWith(`${FILES}/`)) continue;
    const lines = added === '-' ? undefined : { added: Number(added), removed: Number(removed) };
    renames.set(fresh.slice(FILES.length + 1), { from: old.slice(FILES.length + 1), lines });
  }
  return renames;
}

/** The old names of files that were renamed between two trees, by their new ones. */
export async function renamedBetween(git: Git, from: string, to: string): Promise<ReadonlyMap<string, string>> {
  return new Map([...(await findRenames(git, from, to))].map(([path, rename]) => [path, rename.from]));
}

/** Lines that `to` has more and less than `from`; absent for files that aren't text. */
export async function countLines(git: Git, from: string, to: string): Promise<Map<string, { added: number; removed: number }>> {
  const args = ['diff-tree', '-r', '-z', '--numstat', '--no-renames', '--no-ext-diff', '--no-textconv', from, to];
  const counts = new Map<string, { added: number; removed: number }>();
  await git.records(args, {}, (piece) => {
    for (const field of piece.toString('utf8').split('\0')) {
      const [, added, removed, path] = /^(\d+)\t(\d+)\t(.*)$/su.exec(field) ?? [];
      if (path?.startsWith(`${FILES}/`)) counts.set(path.slice(FILES.length + 1), { added: Number(added), removed: Number(removed) });
    }
  });
  return counts;
}

interface RawDifference {
  /** The two trees, when several pairs were requested. */
  readonly pair: string;
  readonly path: string;
  readonly oldMode: string;
  readonly newMode: string;
  readonly oldBlob: string;
  readonly newBlob: string;
}

/** Pairs of a description and a path; with several pairs of trees (`input`), a line with the trees precedes the pairs of each. */
async function rawDifferences(git: Git, trees: readonly string[], input?: string): Promise<RawDifference[]> {
  const found: RawDifference[] = [];
  let pair = '';
  let described: readonly (string | undefined)[] | null = null;
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--full-index', ...trees];
  await git.records(args, { input }, (piece) => {
    for (const field of piece.toString('utf8').split('\0').slice(0, -1)) {
      if (!described) {
        described = /^(?:([0-9a-f]{40} [0-9a-f]{40})\n)?:(\d{6}) (\d{6}) ([0-9a-f]{40}) ([0-9a-f]{40}) [A-Z]$/u.exec(field);
        continue;
      }
      const [, named, oldMode = '', newMode = '', oldBlob = '', newBlob = ''] = described;
      described = null;
      pair = named ?? pair;
      if (field.startsWith(`${FILES}/`)) found.push({ pair, path: field.slice(FILES.length + 1), oldMode, newMode, oldBlob, newBlob });
    }
  });
  return found;
}

interface ModeSides {
  readonly from: string;
  readonly fromModes: ReadonlyMap<string, number>;
  readonly to: string;
  readonly toModes: ReadonlyMap<string, number>;
  readonly common: CommonModes;
}

/** Files with equal content and different permissions, which git doesn't report. */
async function modeDifferences(git: Git, { from, fromModes, to, toModes, common }: ModeSides): Promise<TreeDifference[]> {
  const paths = [...new Set([...fromModes.keys(), ...toModes.keys()])].filter((path) => fromModes.get(path) !== toModes.get(path));
  if (paths.length === 0) return [];
  const [before, after] = await Promise.all([statesOf(git, from, paths), statesOf(git, to, paths)]);
  return paths.flatMap((path): TreeDifference[] => {
    const old = before.get(path);
    const now = after.get(path);
    if (!old || !now) return [];
    const sides = {
      from: { ...old, perm: fromModes.get(path) ?? usualMode(old.mode, common) },
      to: { ...now, perm: toModes.get(path) ?? usualMode(now.mode, common) },
    };
    return isDeepStrictEqual(sides.from, sides.to) ? [] : [{ path, ...sides }];
  });
}

/** Those of the paths that a tree has as files. */
export async function pathsIn(git: Git, tree: string, paths: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  return paths.size === 0 ? paths : new Set((await statesOf(git, tree, [...paths])).keys());
}

async function statesOf(git: Git, tree: string, paths: readonly string[]): Promise<Map<string, Omit<FileState, 'perm'>>> {
  const states = new Map<string, Omit<FileState, 'perm'>>();
  const wanted = new Set(paths);
  await git.records(['ls-tree', '-r', '-z', tree], {}, (piece) => {
    for (const line of piece.toString('utf8').split('\0')) {
      const [, mode, blob, path] = /^(\d{6}) blob ([0-9a-f]{40})\tfiles\/(.*)$/su.exec(line) ?? [];
      if (mode !== undefined && blob !== undefined && path !== undefined && wanted.has(path) && isGitMode(mode))
        states.set(path, { mode, blob });
    }
  });
  return states;
}

type Modes = ReadonlyMap<string, number>;

/** Maximum lists of permission bits kept per store. */
const KEPT_MODES = 6;
/** Those read last, by tree, which never changes: the trees of one restore are compared several times. */
const lastModes = new WeakMap<Git, LRUCache<string, Modes>>();

async function readModes(git: Git, trees: TreePair): Promise<readonly [from: Modes, to: Modes]> {
  const kept = lastModes.get(git) ?? new LRUCache<string, Modes>({ max: KEPT_MODES });
  lastModes.set(git, kept);
  const known = trees.map((tree) => kept.get(tree));
  const unread = trees.filter((_, index) => known[index] === undefined);
  const read = await readObjects(
    git,
    unread.map((tree) => `${tree}:${MODES}`),
  );
  const modesOf = (index: 0 | 1): Modes => {
    const tree = trees[index];
    const text = read[unread.indexOf(tree)];
    const modes = known[index] ?? (text && parseModes(text.toString('utf8')));
    if (modes === undefined) throw new CheckpointError(`the store has lost a part of ${tree}`);
    kept.set(tree, modes);
    return modes;
  };
  return [modesOf(0), modesOf(1)];
}

function isGitMode(mode: string): mode is GitMode {
  return mode === '100644' || mode === '100755' || mode === '120000';
}
