import { isAbsolute, join, relative } from 'node:path';
import type { SessionHooks } from '#main/agent/session/session-hooks.ts';
import { isFolder } from '#main/tool/is-folder.ts';
import { isInside } from '#main/tool/is-inside.ts';
import type { WorktreeInventory, WorktreeService } from '#main/tool/services/worktrees.ts';
import { findGitFolder } from '#main/settings/git-folder.ts';
import { realPath } from '#main/settings/real-path.ts';
import { randomName } from '#main/worktrees/worktree-name.ts';
import type { Worktree } from '#shared/session/worktree.ts';

interface HookedWorktreesOptions {
  readonly worktrees: WorktreeService;
  readonly hooks: Pick<SessionHooks, 'ask' | 'runner'>;
  readonly homeDir: string;
  readonly stateDir: string;
}

/**
 * Worktrees with WorktreeCreate and WorktreeRemove hooks. A WorktreeCreate hook creates the folder itself, in place of git; only WorktreeRemove
 * hooks remove such a folder.
 */
export class HookedWorktrees implements WorktreeService {
  readonly #options: HookedWorktreesOptions;

  constructor(options: HookedWorktreesOptions) {
    this.#options = options;
  }

  get projectDir(): string {
    return this.#options.worktrees.projectDir;
  }

  async create(name: string | undefined, from: string): Promise<Worktree> {
    const { worktrees, hooks } = this.#options;
    if (!hooks.runner.has('WorktreeCreate')) return worktrees.create(name, from);
    const { stop, block, gives } = await hooks.ask('WorktreeCreate', { fields: { name: name ?? randomName() }, cwd: from });
    const refusal = stop ?? block;
    if (refusal) throw new Error(`No worktree was made: ${refusal.reason}`);
    if (gives.worktreePath === undefined)
      throw new Error('No worktree was made: the WorktreeCreate hook has to print the path of the folder that it makes.');
    const path = this.#checked(gives.worktreePath);
    const git = findGitFolder(this.projectDir);
    const inside = git ? join(path, relative(realPath(git.root), this.projectDir)) : path;
    return { path, projectDir: isFolder(inside) ? inside : path, madeBy: 'hook' };
  }

  find(path: string): Worktree {
    return this.#options.worktrees.find(path);
  }

  isManaged(path: string): boolean {
    return this.#options.worktrees.isManaged(path);
  }

  async inventory(worktree: Worktree): Promise<WorktreeInventory> {
    if (worktree.madeBy !== 'hook') return this.#options.worktrees.inventory(worktree);
    try {
      return await this.#options.worktrees.inventory(worktree);
    } catch {
      // No git worktree: nobody knows what would be lost, so a person decides.
      return unknownContent(worktree);
    }
  }

  async remove(worktree: Worktree, digest: string): Promise<void> {
    const { worktrees, hooks } = this.#options;
    const has = hooks.runner.has('WorktreeRemove');
    if (worktree.madeBy !== 'hook') {
      if (has) await this.#announceRemoval(worktree);
      return worktrees.remove(worktree, digest);
    }
    if (!has) throw new Error('A hook made this worktree, and there is no WorktreeRemove hook to remove it. Leave it with action "keep".');
    if ((await this.inventory(worktree)).digest !== digest)
      throw new Error('The worktree has changed since its contents were shown. Call ExitWorktree again.');
    await this.#announceRemoval(worktree);
  }

  async #announceRemoval({ path }: Worktree): Promise<void> {
    await this.#options.hooks.ask('WorktreeRemove', { fields: { worktree_path: path } });
  }

  /** The agent may change files in it as in the project. @throws Error for a folder that is more than a worktree. */
  #checked(path: string): string {
    const { homeDir, stateDir } = this.#options;
    if (!isAbsolute(path)) throw new Error(`No worktree was made: the hook gave a path that isn’t absolute (${path}).`);
    const real = realPath(path);
    if (!isFolder(real)) throw new Error(`No worktree was made: the hook gave ${path}, which is not a folder.`);
    const contains = [homeDir, stateDir, this.projectDir].find((own) => isInside(realPath(own), real));
    if (contains !== undefined || isInside(real, realPath(stateDir)))
      throw new Error(`No worktree was made: the hook gave ${path}, which can’t be one.`);
    return real;
  }
}

function unknownContent({ path }: Worktree): WorktreeInventory {
  return {
    files: [{ path: `${path}/`, status: '?' }],
    totalFiles: 1,
    commits: [],
    totalCommits: 0,
    ignored: [],
    totalIgnored: 0,
    bytes: undefined,
    digest: `unknown:${path}`,
  };
}
