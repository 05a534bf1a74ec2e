import { randomUUID } from 'node:crypto';
import { runCommandHook } from '#main/hooks/command-hook.ts';
import type { RunCommand } from '#main/mcp/connection/run-headers-helper.ts';

/** Time limit of a command. */
const LIMIT_MS = 10_000;

type Run = Parameters<RunCommand>[0] & { readonly projectDir: string };

/** Runs a command of a server's entry like a hook: in its own process group, which is killed with it, with limited output. */
export async function runServerCommand({ command, env, signal, projectDir }: Run): ReturnType<RunCommand> {
  const run = await runCommandHook({
    handler: { type: 'command', command },
    stdin: '',
    cwd: projectDir,
    projectDir,
    env: { ...env, CLAUDE_PROJECT_DIR: projectDir },
    mark: randomUUID(),
    timeoutMs: LIMIT_MS,
    signal,
  });
  switch (run.type) {
    case 'exited':
      return run.exitCode === 0 ? { stdout: run.stdout } : { why: `ended with exit code ${run.exitCode}` };
    case 'timed_out':
      return { why: `took longer than ${LIMIT_MS / 1000} s` };
    case 'cancelled':
      return { why: 'was stopped' };
    default:
      // It could not be run, or printed too much.
      return { why: 'could not be run, or printed too much' };
  }
}
