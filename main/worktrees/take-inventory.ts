import { createHash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { readdir, lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { gitOutput } from '#main/tool/git/git-output.ts';
import { headOf, isCommitId, type RepositoryView, withRepositoryView } from '#main/tool/git/repository-view.ts';
import type { WorktreeInventory } from '#main/tool/services/worktrees.ts';
import type { GitFolder } from '#main/settings/git-folder.ts';
import type { Worktree } from '#shared/session/worktree.ts';
import type { WorktreePlace } from './make-worktree.ts';
import { branchCommit, referencedCommits } from './references.ts';

const LIMITS = { timeMs: 2 * 60_000, outputBytes: 64 * 1024 * 1024 };
const MAX_LISTED = 200;
const MAX_ENTRIES = 200_000;

type Changed = WorktreeInventory['files'][number];

/**
 * What exists only in a worktree: files that differ from its commit (whatever its index says), staged content, other repositories in it, and
 * commits. `git`: the worktree's; absent if its folder is gone.
 */
export async function takeInventory(place: WorktreePlace, worktree: Worktree, git: GitFolder | null): Promise<WorktreeInventory> {
  const { program, env } = place;
  const { commonDir } = place.git;
  const own = worktree.branch === undefined ? undefined : branchCommit(commonDir, worktree.branch);
  const head = git ? headOf(git) : own;
  if (git && (head === undefined || !isCommitId(head))) throw new Error(`The state of ${worktree.path} can’t be read.`);
  const repository = git ?? { root: place.git.root, gitDir: place.git.gitDir, commonDir };
  const tips = [...new Set([head, own].filter((id) => id !== undefined))];
  const looked = await withRepositoryView(program, repository, { head: head ?? 'ref: refs/heads/none', env }, async (view) => ({
    commits: tips.length === 0 ? [] : await commitsOnlyAt(view, tips, referencedCommits(commonDir, worktree.branch)),
    ...(git && head !== undefined ? await changesIn(view, git, head) : { files: [], ignored: [] }),
  }));
  const { files, ignored, commits } = looked;
  const stamps = files.map(({ path, status }) => [path, status, stampOf(join(worktree.path, path))]);
  return {
    files: files.slice(0, MAX_LISTED),
    totalFiles: files.length,
    commits: commits.slice(0, MAX_LISTED),
    totalCommits: commits.length,
    ignored: ignored.slice(0, MAX_LISTED),
    totalIgnored: ignored.length,
    bytes: git ? await bytesOf(worktree.path) : 0,
    digest: createHash('sha256')
      .update(JSON.stringify([tips, stamps, commits]))
      .digest('hex'),
  };
}

async function changesIn(view: RepositoryView, git: GitFolder, head: string): Promise<{ files: Changed[]; ignored: string[] }> {
  // Uses a fresh index, since files can be marked as unchanged in that of the worktree.
  const fresh = { indexFile: join(view.dir, 'fresh-index') };
  await gitOutput(view.start(['read-tree', head], fresh), LIMITS);
  const args = ['status', '--porcelain=v1', '-z', '--no-renames', '--ignored', '--ignore-submodules=all', '--untracked-files=normal'];
  const entries = split(await gitOutput(view.start(args, fresh), LIMITS)).map((entry) => ({
    path: entry.slice(3),
    status: entry.slice(0, 2),
  }));
  const staged = split(await gitOutput(view.start(['diff-index', '--cached', '--name-only', '--no-renames', '-z', head]), LIMITS));
  const modules = split(await gitOutput(view.start(['ls-files', '--stage', '-z'], fresh), LIMITS))
    .filter((entry) => entry.startsWith('160000 '))
    .map((entry) => entry.slice(entry.indexOf('\t') + 1))
    .filter((path) => isFilled(join(git.root, path)));
  const changed = new Map<string, string>();
  for (const { path, status } of entries) if (status !== '!!') changed.set(path, status.trim());
  for (const path of staged) if (!changed.has(path)) changed.set(path, 'staged');
  for (const path of modules) changed.set(`${path}/`, 'submodule');
  return {
    files: [...changed].map(([path, status]) => ({ path, status })),
    ignored: entries.flatMap(({ path, status }) => (status === '!!' ? [path] : [])),
  };
}

async function commitsOnlyAt(
  view: RepositoryView,
  tips: readonly string[],
  others: readonly string[],
): Promise<WorktreeInventory['commits']> {
  const input = [...tips, ...others.map((id) => `^${id}`)].map((line) => `${line}\n`).join('');
  const args = ['log', '-z', '--no-show-signature', '--no-decorate', '--no-notes', '--ignore-missing', '--format=%H %s', '--stdin'];
  return split(await gitOutput(view.start(args), LIMITS, input)).map((line) => {
    const [id = '', ...words] = line.trim().split(' ');
    return { id, subject: words.join(' ').slice(0, 200).toWellFormed() };
  });
}

function split(text: string): string[] {
  return text.split('\0').filter((entry) => entry.trim() !== '');
}

function isFilled(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0;
  } catch {
    // It doesn't exist.
    return false;
  }
}

function stampOf(path: string): string {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat ? `${stat.mtimeMs} ${stat.size} ${stat.mode}` : '';
}

async function bytesOf(folder: string): Promise<number | undefined> {
  let bytes = 0;
  let left = MAX_ENTRIES;
  const open = [folder];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const entry of await readdir(next, { withFileTypes: true })) {
      left -= 1;
      if (left < 0) return undefined;
      const path = join(next, entry.name);
      if (entry.isDirectory()) open.push(path);
      else bytes += (await lstat(path)).size;
    }
  }
  return bytes;
}
