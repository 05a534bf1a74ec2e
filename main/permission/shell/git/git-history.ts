import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { readBounded } from '#main/tool/read-bounded.ts';
import { readCommit } from './git-commits.ts';
import { GitObjects } from './git-objects.ts';
import { packedRefs } from './git-refs.ts';
import { type RepositoryFolders, repositoryFolders, trackedFiles } from './git-repository.ts';
import { commitNamed, type History } from './git-revisions.ts';
import { pathsInTrees } from './git-trees.ts';
import type { FromCommits } from './shown-commits.ts';

const MAX_COMMITS = 200;
const MAX_BYTES = 1024 * 1024;
/** Extensions of a repository that change neither its objects nor its names (git-config manual). */
const HARMLESS_EXTENSION = /^\s*(?:(?:noop|preciousobjects|relativeworktrees|worktreeconfig)\s*(?:=.*)?|[#;].*)?$/iu;

/**
 * The paths of all files that a git command in `dir` may show, from the top of the work tree, perhaps with some that it doesn't; `undefined`
 * where they can't be told.
 */
export function pathsInCommits(dir: string, { revisions, generations, index }: FromCommits): readonly string[] | undefined {
  const tracked = index ? trackedFiles(dir) : [];
  if (tracked === undefined) return undefined;
  return withHistory(dir, (history) => {
    const starts = revisions.map((revision) => commitNamed(revision, history));
    const trees = [...reached(starts, generations, history)].map((commit) => readCommit(commit, history.objects).tree);
    return [...pathsInTrees(new Set(trees), history.objects), ...tracked];
  });
}

/** Whether each of these names a commit, or a tag of one, for certain. */
export function areCommits(dir: string, revisions: readonly string[]): boolean {
  return withHistory(dir, (history) => revisions.map((revision) => commitNamed(revision, history)).length === revisions.length) === true;
}

/** Undefined where something can't be told. */
function withHistory<T>(dir: string, read: (history: History) => T): T | undefined {
  const folders = repositoryFolders(dir);
  if (folders === undefined) return undefined;
  const objects = new GitObjects(path.join(folders.commonDir, 'objects'));
  try {
    const ends = rootsOf(folders);
    const parentsOf = (commit: string): readonly string[] => (ends.has(commit) ? [] : readCommit(commit, objects).parents);
    return read({ folders, objects, parentsOf });
  } catch {
    // `undefined` says that it can't be told.
    return undefined;
  } finally {
    objects.close();
  }
}

/** Some commits and their ancestors of so many generations. */
function reached(starts: readonly string[], generations: number, { parentsOf }: History): ReadonlySet<string> {
  const all = new Set(starts);
  let last: readonly string[] = [...all];
  for (let generation = 0; generation < generations && last.length > 0; generation++) {
    const parents = new Set(last.flatMap(parentsOf));
    last = [...parents].filter((parent) => !all.has(parent));
    for (const parent of last) all.add(parent);
    if (all.size > MAX_COMMITS) throw new Error('too many commits');
  }
  return all;
}

/**
 * The commits of a shallow clone whose parents weren't fetched.
 * @throws for a repository whose files say that git takes other objects or names than those stored plainly.
 */
function rootsOf(folders: RepositoryFolders): ReadonlySet<string> {
  const { gitDir, commonDir } = folders;
  const configs = [commonDir, gitDir].flatMap((folder) => ['config', 'config.worktree'].map((name) => path.join(folder, name)));
  const isOdd =
    !configs.every(isPlainConfig) ||
    ['objects/info/alternates', 'info/grafts'].some((name) => existsSync(path.join(commonDir, name))) ||
    hasEntries(path.join(commonDir, 'refs/replace')) ||
    packedRefs(folders).includes(' refs/replace/');
  if (isOdd) throw new Error('a repository that isn’t plain');
  const shallow = readBounded(path.join(commonDir, 'shallow'), MAX_BYTES);
  if (shallow.kind === 'missing') return new Set();
  const lines = shallow.kind === 'text' ? shallow.text.trimEnd().split('\n') : [''];
  if (!lines.every((line) => /^[0-9a-f]{40}$/u.test(line))) throw new Error('a shallow clone that can’t be read');
  return new Set(lines);
}

function isPlainConfig(file: string): boolean {
  const read = readBounded(file, MAX_BYTES);
  if (read.kind !== 'text') return read.kind === 'missing';
  const [, ...sections] = read.text.split(/\[\s*extensions/iu);
  return sections.every((section) => {
    const [head = '', ...lines] = (section.split(/^\s*\[/mu)[0] ?? '').split('\n');
    return head.trim() === ']' && lines.every((line) => HARMLESS_EXTENSION.test(line));
  });
}

function hasEntries(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length > 0;
}
