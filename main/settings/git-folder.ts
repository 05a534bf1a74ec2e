import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { statOf } from './file-stat.ts';
import { readBounded } from '#main/tool/read-bounded.ts';
import { realPath } from './real-path.ts';

const MAX_POINTER_BYTES = 64 * 1024;

/** A work tree and where git keeps its data. Found by reading files; git itself isn't run. */
export interface GitFolder {
  /** The folder that holds `.git`. */
  readonly root: string;
  /** `HEAD` and `index` of this work tree. */
  readonly gitDir: string;
  /** Of a linked work tree that of the main checkout, else `gitDir`. */
  readonly commonDir: string;
}

/** Walks up from `dir` (absolute) to the work tree it lies in. */
export function findGitFolder(dir: string): GitFolder | null {
  for (let folder = dir; ; folder = dirname(folder)) {
    const found = gitFolderAt(folder);
    if (found) return found;
    if (dirname(folder) === folder) return null;
  }
}

function gitFolderAt(root: string): GitFolder | null {
  const dotGit = join(root, '.git');
  const stat = statOf(dotGit);
  if (!stat) return null;
  const gitDir = stat.isDirectory() ? dotGit : pointedDir(dotGit, root);
  if (!gitDir) return null;
  const common = readBounded(join(gitDir, 'commondir'), MAX_POINTER_BYTES);
  return { root, gitDir, commonDir: common.kind === 'text' ? resolve(gitDir, common.text.trim()) : gitDir };
}

/** A linked work tree or submodule has a file `.git` saying `gitdir: <path>`. */
function pointedDir(file: string, root: string): string | null {
  const pointer = readBounded(file, MAX_POINTER_BYTES);
  if (pointer.kind !== 'text') return null;
  const target = /^gitdir: (.+)$/m.exec(pointer.text)?.[1]?.trim();
  if (!target) return null;
  return isAbsolute(target) ? target : resolve(root, target);
}

/**
 * The root of the main checkout: one repository is one place, however many work trees it has. Only a work tree the
 * repository itself lists is believed; else any folder could claim to belong to a trusted one.
 */
export function mainCheckout(git: GitFolder): string {
  if (git.commonDir === git.gitDir || dirname(git.gitDir) !== join(git.commonDir, 'worktrees')) return git.root;
  const backLink = readBounded(join(git.gitDir, 'gitdir'), MAX_POINTER_BYTES);
  if (backLink.kind !== 'text' || realPath(backLink.text.trim()) !== realPath(join(git.root, '.git'))) return git.root;
  return basename(git.commonDir) === '.git' ? dirname(git.commonDir) : git.commonDir;
}

/** The checked-out branch, a short commit when none is, `null` when it can't be told. */
export function readBranch(git: GitFolder): string | null {
  const head = readBounded(join(git.gitDir, 'HEAD'), MAX_POINTER_BYTES);
  if (head.kind !== 'text') return null;
  const text = head.text.trim();
  const branch = /^ref: refs\/heads\/([^\s\p{Cc}]{1,250})$/u.exec(text)?.[1];
  if (branch) return branch;
  return /^[0-9a-f]{40,64}$/.test(text) ? text.slice(0, 10) : null;
}
