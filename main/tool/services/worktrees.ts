import type { Worktree } from '#shared/session/worktree.ts';

/** What would be lost if a worktree were removed. Lists are bounded; totals count all. */
export interface WorktreeInventory {
  /** Files that differ from the last commit, with git's status letters. Other repositories in it end in a slash. */
  readonly files: readonly { readonly path: string; readonly status: string }[];
  readonly totalFiles: number;
  /** Commits that no other branch or tag contains. */
  readonly commits: readonly { readonly id: string; readonly subject: string }[];
  readonly totalCommits: number;
  /** Files and folders that git ignores. They don't count as changes, and are removed too. */
  readonly ignored: readonly string[];
  readonly totalIgnored: number;
  /** What it takes on disk; `undefined` when it is too large to count. */
  readonly bytes: number | undefined;
  /** Changes with anything that is listed. */
  readonly digest: string;
}

/** Git worktrees under `.claude/worktrees` of the repository. Error messages are written for the model. */
export interface WorktreeService {
  /** The project folder outside of worktrees. */
  readonly projectDir: string;
  /** Makes a worktree with a branch of its own from the commit that is checked out in `from`. @param name default: a random one. */
  create(name: string | undefined, from: string): Promise<Worktree>;
  /** An existing worktree of the same repository. @throws Error when `path` isn't one. */
  find(path: string): Worktree;
  /** Whether `path` is really below the folder where `create` makes worktrees. */
  isManaged(path: string): boolean;
  inventory(worktree: Worktree): Promise<WorktreeInventory>;
  /** Removes the worktree and its branch. @param digest of the inventory that was seen. @throws Error when it has changed since. */
  remove(worktree: Worktree, digest: string): Promise<void>;
}

export function isUnchanged({ totalFiles, totalCommits }: WorktreeInventory): boolean {
  return totalFiles === 0 && totalCommits === 0;
}
