import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Readable } from 'node:stream';
import { groupIsAlive, signalGroup, signalMarked, TERMINAL_MARK } from '#main/terminal/process-group.ts';
import { startProcess } from '#main/tool/start-process.ts';
import { findBash, shellArguments, shellEnvironment } from '#main/terminal/shell-launch.ts';
import { isFolder } from '#main/tool/is-folder.ts';
import type { HookHandlerSettings } from '#shared/settings/hook-settings.ts';
import { errorMessage } from '#shared/error-message.ts';
import { type HookRun, MAX_HOOK_OUTPUT_BYTES } from './hook.ts';

/** Time between SIGTERM and SIGKILL. An aborted call waits 2 s for its end. */
const KILL_GRACE_MS = 500;
/** After the exit, output may still be in the pipe, which a leftover process can hold open forever. */
const DRAIN_MS = 200;

export interface CommandHookRun {
  readonly handler: HookHandlerSettings;
  /** Standard input of the hook. */
  readonly stdin: string;
  /** Absolute; the project folder when it no longer exists. */
  readonly cwd: string;
  readonly projectDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Environment marker of all processes the hook starts, so that they can be found after a crash. */
  readonly mark: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Runs one command hook without a terminal, in its own session and process group. When it exits, is cancelled, times out or prints too
 * much, its whole group is killed. Never rejects.
 */
export async function runCommandHook(run: CommandHookRun): Promise<HookRun> {
  if (run.signal.aborted) return { type: 'cancelled' };
  let child: ChildProcessWithoutNullStreams;
  try {
    child = start(run);
  } catch (error) {
    return { type: 'broke', why: `it could not be started: ${messageOf(error)}`, stdout: '', stderr: '' };
  }
  return await watch(child, run);
}

function start({ handler, env, cwd, projectDir, mark }: CommandHookRun): ChildProcessWithoutNullStreams {
  const variables = { ...shellEnvironment(env, true), TERM: 'dumb', [TERMINAL_MARK]: mark };
  const [program, args] = commandLine(handler, projectDir, env);
  return startProcess(program, args, {
    cwd: isFolder(cwd) ? cwd : projectDir,
    env: variables,
    // Its own session: no terminal to prompt on, one group to kill.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
}

function commandLine(
  { command = '', args, shell }: HookHandlerSettings,
  projectDir: string,
  env: Readonly<Record<string, string | undefined>>,
): [string, string[]] {
  if (args) {
    const filled = (text: string): string => text.replaceAll('${CLAUDE_PROJECT_DIR}', () => projectDir);
    return [filled(command), args.map(filled)];
  }
  if (shell === 'powershell') return ['pwsh', ['-NoLogo', '-NoProfile', '-NonInteractive', '-Command', command]];
  return [findBash(env), shellArguments(command)];
}

function watch(child: ChildProcessWithoutNullStreams, { stdin, mark, timeoutMs, signal }: CommandHookRun): Promise<HookRun> {
  const { promise, resolve } = Promise.withResolvers<HookRun>();
  let stopped: 'timed_out' | 'cancelled' | 'too_much' | undefined;
  let grace: NodeJS.Timeout | undefined;
  const stop = (why: NonNullable<typeof stopped>): void => {
    if (stopped !== undefined) return;
    stopped = why;
    if (child.pid === undefined) return;
    const { pid } = child;
    signalGroup(pid, 'SIGTERM');
    signalGroup(pid, 'SIGCONT');
    grace = setTimeout(() => signalGroup(pid, 'SIGKILL'), KILL_GRACE_MS);
  };
  const stdout = new Output(child.stdout, () => stop('too_much'));
  const stderr = new Output(child.stderr, () => stop('too_much'));
  const timeout = setTimeout(() => stop('timed_out'), timeoutMs);
  const onAbort = (): void => stop('cancelled');
  signal.addEventListener('abort', onAbort, { once: true });

  child.stdin.end(stdin);

  let settled = false;
  const settle = async (end: HookRun): Promise<void> => {
    if (settled) return;
    settled = true;
    clearTimeout(timeout);
    clearTimeout(grace);
    signal.removeEventListener('abort', onAbort);
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    if (child.pid !== undefined) {
      if (groupIsAlive(child.pid)) signalGroup(child.pid, 'SIGKILL');
      // Processes that left the group; searched only after an abnormal end, since that scans all processes.
      if (stopped !== undefined) await signalMarked(mark, 'SIGKILL');
    }
    resolve(end);
  };
  const ended = (exitCode: number | null, by: NodeJS.Signals | null): HookRun => {
    const said = { stdout: stdout.text, stderr: stderr.text };
    if (stopped === 'cancelled') return { type: 'cancelled' };
    if (stopped === 'timed_out') return { type: 'timed_out', ...said };
    if (stopped === 'too_much') return { type: 'broke', why: 'it printed more than 4 MB and was ended', ...said };
    if (exitCode === null) return { type: 'broke', why: `it was ended by ${by ?? 'a signal'}`, ...said };
    return { type: 'exited', exitCode, ...said };
  };
  child.once(
    'error',
    (error) => void settle({ type: 'broke', why: `it could not be started: ${messageOf(error)}`, stdout: '', stderr: '' }),
  );
  child.once('close', (exitCode, by) => void settle(ended(exitCode, by)));
  child.once('exit', (exitCode, by) => setTimeout(() => void settle(ended(exitCode, by)), DRAIN_MS));
  return promise;
}

/** Text of one stream, up to the limit. */
class Output {
  readonly #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(stream: Readable, onTooMuch: () => void) {
    stream.on('data', (chunk: Buffer) => {
      if (this.#bytes > MAX_HOOK_OUTPUT_BYTES) return;
      this.#bytes += chunk.length;
      this.#chunks.push(chunk);
      if (this.#bytes <= MAX_HOOK_OUTPUT_BYTES) return;
      // Stop reading: a process that keeps printing blocks until it is killed.
      stream.pause();
      onTooMuch();
    });
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString('utf8');
  }
}

function messageOf(error: unknown): string {
  return errorMessage(error);
}
