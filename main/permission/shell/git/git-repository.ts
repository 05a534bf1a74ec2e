import { existsSync, lstatSync } from 'node:fs';
import path from 'node:path';
import { isFolder } from '#main/tool/is-folder.ts';
import { isInside } from '#main/tool/is-inside.ts';
import { readBounded } from '#main/tool/read-bounded.ts';
import { realPath } from '../../paths/real-path.ts';
import { type GitReach, hookProblem, readConfig } from './git-config.ts';
import { ownFolders, storeProblem } from './git-stores.ts';
import { trackedPaths } from './git-index.ts';
import { linkedFolders, linkedRepositories } from './git-links.ts';
import { liesIn } from '../line-changes.ts';

/** Limits on the nested repositories read, in number and depth. */
const MAX_REPOSITORIES = 100;
const MAX_POINTER_BYTES = 64 * 1024;
const MAX_CONFIG_BYTES = 1024 * 1024;

/**
 * Why a read-only git command in `dir` is more than reading: it would use another repository than the project's, or the configuration of a
 * repository it reads names programs. Undefined when neither is so.
 */
export function gitProblem(dir: string, projectDir: string, reach: GitReach): string | undefined {
  const folder = realPath(dir);
  const project = realPath(projectDir);
  if (folder === undefined || project === undefined) return 'its folder can’t be looked at';
  const root = repositoryRoot(folder);
  const own = repositoryRoot(project);
  if (root !== own && folder !== project) return 'it uses another repository than the project';
  if (root === undefined) return existsSync(folder) ? undefined : 'its folder does not exist';
  return repositoryProblem(root, reach);
}

/** How a read-only git command uses repositories: why it is more than reading, or the folders outside the project's repository that it reads. */
export type GitLook = { readonly problem: string } | { readonly problem: undefined; readonly elsewhere: readonly string[] };

/**
 * The same for a command that may read another checkout, whose configuration must meet the same conditions. A repository below the project,
 * or in a folder not named `.git`, may have come with files from anywhere: reading it counts as a problem.
 */
export function gitLook(dir: string, projectDir: string, reach: GitReach): GitLook {
  const problem = gitProblem(dir, projectDir, reach);
  if (problem === undefined) return { problem, elsewhere: [] };
  const folder = realPath(dir);
  const project = realPath(projectDir);
  if (folder === undefined || project === undefined || isInside(folder, project) || !isOtherRepository(folder, projectDir))
    return { problem };
  const root = repositoryRoot(folder);
  if (root === undefined) return isFolder(folder) ? { problem: undefined, elsewhere: [folder] } : { problem };
  const folders = isBare(root) ? undefined : gitFolders(root)?.map((folder) => realPath(folder));
  const own = repositoryProblem(root, reach);
  if (folders === undefined || own !== undefined) return { problem: own ?? problem };
  const elsewhere = [root, ...folders.filter((folder) => folder === undefined || !isInside(folder, root))];
  return elsewhere.every((folder) => folder !== undefined) ? { problem: undefined, elsewhere } : { problem };
}

/** Names that make a folder a repository, or configure it. */
const REPOSITORY_NAMES = new Set(['.git', 'head', 'objects', 'refs', 'commondir', 'config', 'config.worktree', 'gitdir', 'index']);

/** Whether a git command in `dir` may find or enter another repository once files exist at these paths. */
export function changesRepository(dir: string, made: readonly string[]): boolean {
  const folder = realPath(dir);
  if (folder === undefined) return true;
  const discovery = made.some(
    (file) => liesIn(folder, file) || (REPOSITORY_NAMES.has(path.basename(file).toLowerCase()) && liesIn(folder, path.dirname(file))),
  );
  const root = repositoryRoot(folder);
  if (discovery || root === undefined) return discovery;
  const links = gitFolders(root)?.map((folder) => linkedFolders(folder, root));
  return (
    links === undefined ||
    links.some((some) => some === undefined || some.some((link) => made.some((file) => liesIn(file, link) || liesIn(link, file))))
  );
}

/** Whether git in `dir` would use another repository than the project's, with its configuration and hooks. */
export function isOtherRepository(dir: string, projectDir: string): boolean {
  const folder = realPath(dir);
  const project = realPath(projectDir);
  if (folder === undefined || project === undefined) return true;
  return folder !== project && repositoryRoot(folder) !== repositoryRoot(project);
}

/** The top of the work tree that git in `dir` uses, as spelled there; undefined outside of any. */
export function workTreeOf(dir: string): string | undefined {
  const folder = realPath(dir);
  const root = folder === undefined ? undefined : repositoryRoot(folder);
  return folder === undefined || root === undefined ? undefined : path.resolve(dir, path.relative(folder, root));
}

export interface RepositoryFolders {
  readonly gitDir: string;
  /** What all work trees share: objects, branches, configuration. The same folder, unless the work tree is a linked one. */
  readonly commonDir: string;
}

/** The folders of the repository that git in `dir` uses; undefined where it could use others. */
export function repositoryFolders(dir: string): RepositoryFolders | undefined {
  const root = workTreeOf(dir);
  const [gitDir, commonDir = gitDir, ...others] = root === undefined || isBare(root) ? [] : (gitFolders(root) ?? []);
  return gitDir === undefined || commonDir === undefined || others.length > 0 ? undefined : { gitDir, commonDir };
}

/** Whether the configuration of the repository that git in `dir` uses may have a setting, by its last name: `follow` of `log.follow`. */
export function mayHaveSetting(dir: string, name: string): boolean {
  const root = workTreeOf(dir);
  const folders = root === undefined ? undefined : gitFolders(root);
  if (folders === undefined) return true;
  const isIn = (file: string): boolean => {
    const read = readBounded(file, MAX_CONFIG_BYTES);
    return read.kind === 'unreadable' || (read.kind === 'text' && read.text.toLowerCase().includes(name));
  };
  return folders.some((folder) => ['config', 'config.worktree'].some((file) => isIn(path.join(folder, file))));
}

/** Paths of the files in the index that git in `dir` uses, from the top of the work tree; undefined where they can't be told. */
export function trackedFiles(dir: string): readonly string[] | undefined {
  const root = workTreeOf(dir);
  const folder = root === undefined ? undefined : gitFolders(root)?.[0];
  return folder === undefined ? undefined : trackedPaths(folder);
}

/** Whether the index that git in `dir` uses has a file at an absolute real path, or below it; `false` where that can't be told. */
export function isTrackedPath(dir: string, file: string): boolean {
  const folder = realPath(dir);
  const root = folder === undefined ? undefined : repositoryRoot(folder);
  if (root === undefined || !isInside(file, root)) return false;
  const name = path.relative(root, file).split(path.sep).join('/');
  return trackedFiles(dir)?.some((one) => one === name || one.startsWith(`${name}/`)) === true;
}

function repositoryRoot(dir: string): string | undefined {
  for (let current = dir; ; current = path.dirname(current)) {
    if (isThere(path.join(current, '.git')) || isBare(current)) return current;
    if (path.dirname(current) === current) return undefined;
  }
}

/** Git treats a folder with a repository's structure as one, wherever it is; most of its content may be elsewhere. */
function isBare(dir: string): boolean {
  const has = (name: string): boolean => isThere(path.join(dir, name));
  return has('HEAD') && (has('commondir') || (has('objects') && has('refs')));
}

/** Not `existsSync`: git accepts a `HEAD` that is a dangling link. */
function isThere(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // Git can't reach it either.
    return false;
  }
}

/** Checks this repository and those that `git status` or `git diff` enter from it. */
function repositoryProblem(first: string, reach: GitReach): string | undefined {
  const roots = new Set([first]);
  const own: string[] = [];
  for (const root of roots) {
    const folders = gitFolders(root);
    if (folders === undefined || roots.size > MAX_REPOSITORIES) return 'its repository can’t be read';
    own.push(root, ...ownFolders(root, folders));
    const store = storeProblem(folders, own);
    if (store !== undefined) return store;
    for (const folder of folders) {
      const config = readConfig(folder, root, reach);
      if (config.problem !== undefined) return config.problem;
      if (reach !== 'workTree') continue;
      // In a repository without a work tree it isn't clear what they are relative to.
      if (folder === root && config.hookFolders.length > 0) return 'the folder of its hooks is not clear';
      const hook = hookProblem(folder, root, config.hookFolders);
      if (hook !== undefined) return hook;
      const linked = linkedRepositories(folder, root);
      if (linked === undefined) return 'its repository can’t be read';
      for (const one of linked) roots.add(one);
    }
  }
  return undefined;
}

/** All folders git may treat as the repository at `root`: `.git`, otherwise the folder itself, and what they share with others. */
function gitFolders(root: string): readonly string[] | undefined {
  const folders = new Set<string>();
  const entry = path.join(root, '.git');
  if (isThere(entry)) {
    const folder = isFolder(entry) ? entry : pointedFolder(entry, root);
    if (folder === undefined) return undefined;
    folders.add(folder);
  }
  if (isBare(root)) folders.add(root);
  for (const folder of folders) {
    const common = readBounded(path.join(folder, 'commondir'), MAX_POINTER_BYTES);
    if (common.kind === 'unreadable') return undefined;
    if (common.kind === 'text') folders.add(path.resolve(folder, common.text.trimEnd()));
  }
  return [...folders];
}

/** A linked work tree or a submodule has a `.git` file that contains the path. */
function pointedFolder(file: string, root: string): string | undefined {
  const pointer = readBounded(file, MAX_POINTER_BYTES);
  const to = pointer.kind === 'text' ? /^gitdir:\s*(.+?)\s*$/mu.exec(pointer.text)?.[1] : undefined;
  return to === undefined ? undefined : path.resolve(root, to);
}
