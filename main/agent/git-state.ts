import { execFile } from 'node:child_process';
import { findGit } from '#main/tool/find-program.ts';
import { findGitFolder, readBranch } from '#main/settings/git-folder.ts';

const TIME_LIMIT_MS = 2000;
const MAX_LINES = 40;

/** What is known about the work tree. */
export interface GitState {
  readonly branch: string | null;
  /** `git status --short`, bounded; absent when git was not asked (untrusted folder) or could not say. */
  readonly status?: string | undefined;
}

/**
 * Branch and status of the work tree a folder lies in; `null` outside git. A repository's own configuration can name
 * programs git runs, so in an untrusted folder git isn't started: the branch is read from its files.
 */
export async function readGitState(dir: string, trusted: boolean, env: NodeJS.ProcessEnv = process.env): Promise<GitState | null> {
  const git = findGitFolder(dir);
  if (!git) return null;
  const branch = readBranch(git);
  if (!trusted) return { branch };
  const status = await gitStatus(dir, env);
  return status === undefined ? { branch } : { branch, status };
}

/** Without hooks, monitors, pagers, submodules' configuration, or taking locks another git may need. */
function gitStatus(dir: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const safe = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '--no-pager', '--no-optional-locks'];
  const options = {
    cwd: dir,
    timeout: TIME_LIMIT_MS,
    killSignal: 'SIGKILL',
    maxBuffer: 1024 * 1024,
    windowsHide: true,
    // Started from a git hook, these would name another repository.
    env: {
      ...without(env, ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_COMMON_DIR']),
      GIT_OPTIONAL_LOCKS: '0',
      GIT_TERMINAL_PROMPT: '0',
      GIT_NO_LAZY_FETCH: '1',
      LC_ALL: 'C',
    },
  } as const;
  const program = findGit(env, dir);
  if (program === undefined) return Promise.resolve(undefined);
  return new Promise((settle) => {
    execFile(program, [...safe, 'status', '--short', '--ignore-submodules=all', '--untracked-files=normal'], options, (error, stdout) => {
      settle(error ? undefined : boundLines(stdout));
    });
  });
}

function boundLines(text: string): string {
  const lines = text
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '');
  if (lines.length <= MAX_LINES) return lines.join('\n');
  return [...lines.slice(0, MAX_LINES), `… and ${lines.length - MAX_LINES} more`].join('\n');
}

function without(env: NodeJS.ProcessEnv, names: readonly string[]): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));
}
