import { randomBytes } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { GitProgram } from '#main/tool/git/git-program.ts';
import { isInside } from '#main/tool/is-inside.ts';
import { readBounded } from '#main/tool/read-bounded.ts';
import type { WorktreeInventory, WorktreeService } from '#main/tool/services/worktrees.ts';
import { findGitFolder, type GitFolder, mainCheckout } from '#main/settings/git-folder.ts';
import { linkStatOf, realPath } from '#main/settings/real-path.ts';
import type { Worktree } from '#shared/session/worktree.ts';
import { makeWorktree, WORKTREES, type WorktreePlace } from './make-worktree.ts';
import { branchCommit, deleteBranch } from './references.ts';
import { takeInventory } from './take-inventory.ts';
import { nameProblem, randomName } from './worktree-name.ts';

const MAX_POINTER_BYTES = 64 * 1024;

export interface WorktreesOptions {
  /** Real, absolute path. */
  readonly projectDir: string;
  readonly env: NodeJS.ProcessEnv;
}

/** The worktrees of a project's repository. */
export class Worktrees implements WorktreeService {
  readonly #options: WorktreesOptions;

  constructor(options: WorktreesOptions) {
    this.#options = options;
  }

  get projectDir(): string {
    return this.#options.projectDir;
  }

  async create(name = randomName(), from = this.projectDir): Promise<Worktree> {
    const problem = nameProblem(name);
    if (problem !== undefined) throw new Error(problem);
    const place = this.#place();
    const current = linkedWorktree(realPath(findGitFolder(from)?.root ?? from), place.git);
    return makeWorktree(place, name, current ?? place.git);
  }

  find(path: string): Worktree {
    const { git, projectDir } = this.#place();
    const real = realPath(path);
    const found = linkedWorktree(real, git);
    if (!found) throw new Error(`${path} is not a worktree of this repository.`);
    if (real === realPath(git.root)) throw new Error(`${path} is the checkout that the project is in.`);
    const inside = join(real, relative(git.root, projectDir));
    if (!linkStatOf(inside)?.isDirectory()) throw new Error(`The worktree has no folder ${relative(git.root, projectDir)}.`);
    return { path: real, projectDir: inside };
  }

  isManaged(path: string): boolean {
    const git = findGitFolder(this.#options.projectDir);
    return git !== null && realPath(path) !== managedFolder(git) && isInside(realPath(path), managedFolder(git));
  }

  inventory(worktree: Worktree): Promise<WorktreeInventory> {
    const place = this.#place();
    return takeInventory(place, worktree, this.#present(worktree, place));
  }

  async remove(worktree: Worktree, digest: string): Promise<void> {
    const { path, branch } = worktree;
    const place = this.#place();
    if (branch === undefined || dirname(path) !== managedFolder(place.git))
      throw new Error('Only worktrees that were made here are removed. Leave it with action "keep".');
    const git = this.#present(worktree, place);
    const tip = branchCommit(place.git.commonDir, branch);
    if ((await takeInventory(place, worktree, git)).digest !== digest)
      throw new Error('The worktree has changed since its contents were shown. Call ExitWorktree again.');
    if (git) {
      // Renamed first, so that nothing is written to it any more and a link in its place isn't followed.
      const away = join(dirname(path), `.removed-${randomBytes(6).toString('hex')}`);
      renameSync(path, away);
      await rm(away, { recursive: true, force: true });
    }
    const admin = git?.gitDir ?? join(place.git.commonDir, 'worktrees', basename(path));
    const pointer = readBounded(join(admin, 'gitdir'), MAX_POINTER_BYTES);
    if (pointer.kind === 'text' && pointer.text.trim() === join(path, '.git')) await rm(admin, { recursive: true, force: true });
    if (tip !== undefined) deleteBranch(place.git.commonDir, branch, tip);
  }

  /** The worktree's git; `null` if its folder is gone. @throws Error if something else is at its path. */
  #present(worktree: Worktree, { git }: WorktreePlace): GitFolder | null {
    if (!existsSync(worktree.path) && !linkStatOf(worktree.path)) return null;
    const found = realPath(worktree.path) === worktree.path ? linkedWorktree(worktree.path, git) : null;
    if (!found) throw new Error(`${worktree.path} is no longer a worktree of this repository. It is left as it is.`);
    return found;
  }

  #place(): WorktreePlace {
    const { projectDir, env } = this.#options;
    const git = findGitFolder(projectDir);
    if (!git) throw new Error('The project is not in a git work tree, so it can have no worktrees.');
    const program = GitProgram.find(env, projectDir);
    if (!program) throw new Error('git is not installed, or not on PATH.');
    return {
      program,
      git: { root: realPath(git.root), gitDir: realPath(git.gitDir), commonDir: realPath(git.commonDir) },
      projectDir,
      env,
    };
  }
}

function managedFolder(git: GitFolder): string {
  return join(realPath(git.root), ...WORKTREES);
}

/** The git folder of a linked worktree that the same repository lists; `null` if `path` isn't one. */
function linkedWorktree(path: string, own: GitFolder): GitFolder | null {
  const git = findGitFolder(path);
  if (!git || git.root !== path || git.commonDir === git.gitDir) return null;
  const isListed = mainCheckout(git) !== git.root && realPath(git.commonDir) === realPath(own.commonDir);
  return isListed ? { root: path, gitDir: realPath(git.gitDir), commonDir: realPath(git.commonDir) } : null;
}
