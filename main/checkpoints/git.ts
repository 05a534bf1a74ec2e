import { spawn, type ChildProcess } from 'node:child_process';
import { devNull } from 'node:os';
import { CheckpointError } from './checkpoint-error.ts';

/** No listing or tree of a project within the bounds comes near this. */
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;
/** Ignore rules come from the project and may be made to take for ever. */
const TIME_LIMIT_MS = 60_000;
const MAX_ERROR_CHARS = 2000;

export interface RunGit {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/**
 * Git's plumbing over a store of our own. It gets no configuration but the store's, an environment of its own, and never a project's
 * repository: attributes, filters, monitors, hooks and configuration found there are plain files to it.
 */
export class Git {
  readonly #program: string;
  readonly #storeDir: string;

  constructor(program: string, storeDir: string) {
    this.#program = program;
    this.#storeDir = storeDir;
  }

  /** What it prints. @throws CheckpointError when it fails, takes too long or prints too much. */
  run(args: readonly string[], { env = {}, input = '' }: RunGit = {}): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const child = this.start(args, env);
      const chunks: Buffer[] = [];
      let bytes = 0;
      let complaint = '';
      let stopped: string | undefined;
      const stop = (why: string): void => {
        stopped ??= why;
        child.kill('SIGKILL');
      };
      const timer = setTimeout(() => stop(`git ${args[0] ?? ''} took longer than a minute`), TIME_LIMIT_MS);
      child.stdout?.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_OUTPUT_BYTES) stop('git listed more than there is room for');
        else chunks.push(chunk);
      });
      child.stderr?.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(0, MAX_ERROR_CHARS)));
      // It may end before it has read everything; its exit code tells.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(input);
      child.once('error', (error) => {
        clearTimeout(timer);
        reject(new CheckpointError(`git can’t be started (${error.message})`, { cause: error }));
      });
      child.once('close', (code) => {
        clearTimeout(timer);
        if (stopped !== undefined) reject(new CheckpointError(stopped));
        else if (code === 0) resolve(Buffer.concat(chunks));
        else reject(new CheckpointError(`git failed (${firstLine(complaint) || `exit code ${code}`})`));
      });
    });
  }

  /** A process with all three pipes open. */
  start(args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
    return spawn(this.#program, [...args], {
      // Not the project: on Windows a program of that name there would be started instead.
      cwd: this.#storeDir,
      stdio: 'pipe',
      windowsHide: true,
      env: { ...this.#environment(), ...env },
    });
  }

  #environment(): Record<string, string> {
    return {
      ...(process.env['SYSTEMROOT'] !== undefined && { SYSTEMROOT: process.env['SYSTEMROOT'] }),
      GIT_DIR: this.#storeDir,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: devNull,
      GIT_ATTR_NOSYSTEM: '1',
      // Where git looks for the user's ignore and attributes files.
      HOME: this.#storeDir,
      XDG_CONFIG_HOME: this.#storeDir,
      GIT_TERMINAL_PROMPT: '0',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_NO_LAZY_FETCH: '1',
      GIT_NO_REPLACE_OBJECTS: '1',
      LC_ALL: 'C',
    };
  }
}

export function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] ?? '';
}
