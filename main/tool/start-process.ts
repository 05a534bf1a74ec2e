import { readVariable } from '#main/environment.ts';
import {
  type ChildProcess,
  type ChildProcessByStdio,
  type ChildProcessWithoutNullStreams,
  fork,
  type ForkOptions,
  spawn,
  spawnSync,
  type SpawnOptions,
} from 'node:child_process';
import type { Readable } from 'node:stream';
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '#shared/error-code.ts';
import { errorMessage } from '#shared/error-message.ts';
import { isInside } from './is-inside.ts';

/** Thrown when a process can't be created at all. The message gives the reason, for people. */
export class ProcessStartError extends Error {
  /** The system error code, if any. */
  readonly code: string | undefined;

  constructor(cause: unknown) {
    super(reasonOf(cause), { cause });
    this.name = 'ProcessStartError';
    this.code = errorCode(cause);
  }
}

type Options = Omit<SpawnOptions, 'stdio'>;

/**
 * Starts a program. All processes are created here or in `forkProcess`. Guarantees the requested pipes: when file descriptors run out,
 * Node returns a process without pipes, and this throws instead. A missing or forbidden program is reported by the `error` event, which
 * callers need not handle. Broken pipes raise no error; callers observe the exit.
 * @throws ProcessStartError
 */
export function startProcess(
  program: string,
  args: readonly string[],
  options: Options & { stdio: 'pipe' },
): ChildProcessWithoutNullStreams;
export function startProcess(
  program: string,
  args: readonly string[],
  options: Options & { stdio: readonly ['pipe', 'pipe', 'pipe'] },
): ChildProcessWithoutNullStreams;
export function startProcess(
  program: string,
  args: readonly string[],
  options: Options & { stdio: readonly ['ignore', 'pipe', 'pipe'] },
): ChildProcessByStdio<null, Readable, Readable>;
export function startProcess(
  program: string,
  args: readonly string[],
  options: Options & { stdio: readonly ['ignore', 'pipe', 'ignore'] },
): ChildProcessByStdio<null, Readable, null>;
export function startProcess(program: string, args: readonly string[], options: Options & { stdio: 'ignore' }): ChildProcess;
export function startProcess(
  program: string,
  args: readonly string[],
  { stdio, ...options }: Options & { stdio: 'pipe' | 'ignore' | readonly ('pipe' | 'ignore')[] },
): ChildProcess {
  const wanted = typeof stdio === 'string' ? [stdio, stdio, stdio] : [...stdio];
  return started(() => spawn(program, [...args], { ...options, stdio: wanted }), wanted);
}

/** Forks a Node process with an IPC channel and no other pipe. @throws ProcessStartError */
export function forkProcess(program: string, options: Omit<ForkOptions, 'stdio'>): ChildProcess {
  return started(() => fork(program, [], { ...options, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }), []);
}

export interface ProgramOutput {
  /** `null`: it didn't run to its end, see `problem`. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly problem?: string;
}

/** Runs a small program of the operating system and waits for it, for what has to be known before anything else is done. Never throws. */
export function runProgramNow(
  program: string,
  args: readonly string[],
  { timeoutMs, maxBytes }: { readonly timeoutMs: number; readonly maxBytes: number },
): ProgramOutput {
  const { status, stdout, error, signal } = spawnSync(program, [...args], {
    encoding: 'utf8',
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    maxBuffer: maxBytes,
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
  });
  if (error) return { exitCode: null, stdout: '', problem: errorMessage(error) };
  return { exitCode: status, stdout, ...(signal !== null && { problem: `it was ended by ${signal}` }) };
}

function started(start: () => ChildProcess, wanted: readonly string[]): ChildProcess {
  let child: ChildProcess;
  try {
    child = start();
  } catch (error) {
    throw new ProcessStartError(error);
  }
  child.on('error', () => undefined);
  const pipes = [child.stdin, child.stdout, child.stderr];
  for (const pipe of pipes) pipe?.on('error', () => undefined);
  if (wanted.every((kind, index) => kind !== 'pipe' || pipes[index])) return child;
  for (const pipe of pipes) pipe?.destroy();
  throw new ProcessStartError(Object.assign(new Error('EMFILE'), { code: 'EMFILE' }));
}

function reasonOf(cause: unknown): string {
  const code = errorCode(cause);
  if (code === 'EMFILE' || code === 'ENFILE') return 'too many files and connections are open at once';
  return errorMessage(cause);
}

/**
 * Finds a program by name on `PATH` or by absolute path; `undefined` if there is none. Skips programs inside the project, by their own or
 * their real path: the project is untrusted and may be on `PATH` (npm adds `node_modules/.bin`).
 */
export function findProgram(name: string, env: Readonly<Record<string, string | undefined>>, projectDir: string): string | undefined {
  const isName = !/[/\\]/u.test(name);
  if (!isName && !path.isAbsolute(name)) return undefined;
  const folders = (readVariable(env, 'PATH') ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  const candidates = isName ? folders.map((folder) => path.join(folder, name)) : [name];
  return candidates.find((file) => isProgram(file) && ![file, realpathSync(file)].some((one) => isInside(one, projectDir)));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    // Not there, or not executable for us.
    return false;
  }
}
