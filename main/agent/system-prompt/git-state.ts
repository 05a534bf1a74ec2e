import { createLogger } from '#main/log/logger.ts';
import { findGitFolder, type GitFolder, readBranch } from '#main/settings/git-folder.ts';
import { gitOutput } from '#main/tool/git/git-output.ts';
import { GitProgram } from '#main/tool/git/git-program.ts';
import { headOf, withRepositoryView } from '#main/tool/git/repository-view.ts';

const log = createLogger('agent');

const MAX_LINES = 40;

/** State of the git work tree. */
export interface GitState {
  readonly branch: string | null;
  /** `git status --short`, truncated; absent when git wasn't run (untrusted folder) or failed. */
  readonly status?: string | undefined;
}

/**
 * Branch and status of the work tree that contains a folder; `null` outside git. In an untrusted folder git isn't run: the branch is
 * read from the repository's files.
 */
export async function readGitState(dir: string, trusted: boolean, env: NodeJS.ProcessEnv = process.env): Promise<GitState | null> {
  const git = findGitFolder(dir);
  if (!git) return null;
  const branch = readBranch(git);
  if (!trusted) return { branch };
  const status = await gitStatus(git, dir, env);
  return status === undefined ? { branch } : { branch, status: boundLines(status) };
}

function boundLines(text: string): string {
  const lines = text
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '');
  if (lines.length <= MAX_LINES) return lines.join('\n');
  return [...lines.slice(0, MAX_LINES), `… and ${lines.length - MAX_LINES} more`].join('\n');
}

/**
 * Complete `git status --short` of a folder in a work tree; `undefined` when git fails.
 * @param dir folder in the work tree; the paths printed are relative to it.
 */
export async function gitStatus(git: GitFolder, dir: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const program = GitProgram.find(env, dir);
  const head = headOf(git);
  if (!program || head === undefined) return undefined;
  try {
    const status = ['-C', dir, 'status', '--short', '--no-branch', '--ignore-submodules=all', '--untracked-files=normal'];
    return await withRepositoryView(program, git, { head, env }, (view) => gitOutput(view.start(status)));
  } catch (error) {
    log.debug('The status of git could not be read', error);
    return undefined;
  }
}
