import { lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { appendFile, mkdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { gitOutput } from '#main/tool/git/git-output.ts';
import type { GitProgram } from '#main/tool/git/git-program.ts';
import { headOf, isCommitId, withRepositoryView } from '#main/tool/git/repository-view.ts';
import { readBounded } from '#main/tool/read-bounded.ts';
import type { GitFolder } from '#main/settings/git-folder.ts';
import { linkStatOf } from '#main/settings/real-path.ts';
import type { Worktree } from '#shared/session/worktree.ts';
import { branchCommit, createBranch, deleteBranch } from './references.ts';
import { branchName, folderName } from './worktree-name.ts';

const CHECKOUT_LIMITS = { timeMs: 10 * 60_000, outputBytes: 1024 * 1024 };
const MAX_LIST_BYTES = 4 * 1024 * 1024;

/** Where worktrees are created, relative to the root of the repository. */
export const WORKTREES = ['.claude', 'worktrees'] as const;

export interface WorktreePlace {
  readonly program: GitProgram;
  /** Of the project. */
  readonly git: GitFolder;
  readonly projectDir: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Creates a worktree with a new branch at the commit that is checked out in `from`. Writes the same files as `git worktree add`; git only
 * checks the files out, over a view of the repository, so its hooks, filters and settings have no effect.
 */
export async function makeWorktree({ program, git, projectDir, env }: WorktreePlace, name: string, from: GitFolder): Promise<Worktree> {
  if (linkStatOf(join(git.commonDir, 'reftable'))) throw new Error('Worktrees can’t be made in a repository with reftable storage.');
  const base = headOf(from);
  if (base === undefined || !isCommitId(base))
    throw new Error('The repository has no commit yet, so there is nothing to make a worktree of.');
  const folder = realFolder(git.root, WORKTREES);
  const path = join(folder, folderName(name));
  const branch = branchName(name);
  if (linkStatOf(path)) throw new Error(`There is ${path} already. Choose another name, or enter it by its path.`);
  const admin = join(realFolder(git.commonDir, ['worktrees']), folderName(name));
  if (linkStatOf(admin)) throw new Error(`git knows a worktree “${folderName(name)}” already. Choose another name.`);
  createBranch(git.commonDir, branch, base);
  const made: string[] = [];
  try {
    for (const each of [path, admin]) {
      mkdirSync(each);
      made.push(each);
    }
    writeFileSync(join(admin, 'gitdir'), `${join(path, '.git')}\n`);
    writeFileSync(join(admin, 'commondir'), '../..\n');
    writeFileSync(join(admin, 'HEAD'), `ref: refs/heads/${branch}\n`);
    writeFileSync(join(path, '.git'), `gitdir: ${admin}\n`);
    const worktree = { root: path, gitDir: admin, commonDir: git.commonDir };
    await withRepositoryView(program, worktree, { head: base, env }, (view) =>
      gitOutput(view.start(['read-tree', '-m', '-u', base]), CHECKOUT_LIMITS),
    );
    const inside = join(path, relative(git.root, projectDir));
    if (!lstatSync(inside, { throwIfNoEntry: false })?.isDirectory())
      throw new Error('The project folder isn’t part of the last commit, so it wouldn’t be in the worktree.');
    await keepOutOfStatus(git.commonDir);
    return { path, projectDir: inside, branch, base };
  } catch (error) {
    for (const each of made) rmSync(each, { recursive: true, force: true });
    deleteBranch(git.commonDir, branch, branchCommit(git.commonDir, branch) ?? base);
    throw error;
  }
}

/** Creates nested folders. @throws Error if one of them is a link, which could lead anywhere. */
export function realFolder(root: string, names: readonly string[]): string {
  let folder = root;
  for (const name of names) {
    folder = join(folder, name);
    const stat = linkStatOf(folder);
    if (stat === undefined) mkdirSync(folder);
    else if (!stat.isDirectory()) throw new Error(`${folder} is not a folder, or is a link. Worktrees can’t be made there.`);
  }
  return folder;
}

/** Adds the folder to the repository's private ignore list. A failure is ignored. */
async function keepOutOfStatus(commonDir: string): Promise<void> {
  const file = join(commonDir, 'info', 'exclude');
  const pattern = `/${WORKTREES.join('/')}/`;
  if (linkStatOf(join(commonDir, 'info'))?.isSymbolicLink() || linkStatOf(file)?.isFile() === false) return;
  const list = readBounded(file, MAX_LIST_BYTES);
  if (list.kind === 'unreadable') return;
  try {
    await mkdir(join(commonDir, 'info'), { recursive: true });
    const text = list.kind === 'text' ? list.text : '';
    if (text.split(/\r?\n/u).includes(pattern)) return;
    await appendFile(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}${pattern}\n`);
  } catch {
    // A read-only repository: git will just show the folder.
  }
}
