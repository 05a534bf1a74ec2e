import { findGitFolder, readBranch } from '#main/settings/git-folder.ts';
import { gitStatus } from './git-status.ts';

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
