import type { Git, RunGit } from './git.ts';
import { findUnlistableRepositories } from './unlistable-repositories.ts';
import { withPipesUnblocked } from './unblock-pipes.ts';

export interface Listing {
  readonly git: Git;
  /** The folder that is listed, and the root of the work tree it counts as part of. */
  readonly dir: string;
  readonly root: string;
  /** Of `git ls-files`, without paths. */
  readonly args: readonly string[];
  readonly run: RunGit;
  readonly take: (piece: Buffer) => void;
  /** It failed on the way and begins anew: what was taken doesn't count. May throw the error to let it be. */
  readonly again: (error: unknown) => void;
}

/**
 * Has git list a folder. One repository inside it that says nonsense makes git give up on all; it is left out then.
 * @returns the repositories that were left out. @throws CheckpointError
 */
export async function listAround({ git, dir, root, args, run, take, again }: Listing): Promise<readonly string[]> {
  try {
    await withPipesUnblocked(dir, root, run.signal, (signal) => git.records(args, { ...run, signal }, take));
    return [];
  } catch (error) {
    if (run.signal?.aborted) throw error;
    again(error);
    const broken = await findUnlistableRepositories(dir, run.signal);
    if (broken.length === 0) throw error;
    const around = [...args, '--', '.', ...broken.map((path) => `:(exclude,literal)${path}`)];
    await withPipesUnblocked(dir, root, run.signal, (signal) => git.records(around, { ...run, signal }, take));
    return broken;
  }
}
