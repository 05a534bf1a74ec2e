import type { Readable } from 'node:stream';
import { signalGroup } from '#main/terminal/process-group.ts';
import { programEnvironment } from '#main/tool/program-environment.ts';
import { findProgram, startProcess } from '#main/tool/start-process.ts';

/** What git says is for a person: its end is enough. */
const MAX_SAID = 16 * 1024;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
/** Time between SIGTERM, on which git removes its locks, and SIGKILL. */
const KILL_GRACE_MS = 2000;
/** After the exit, output may still be in the pipe, which a process that a hook left behind can hold open forever. */
const DRAIN_MS = 200;

/** Where git works is found from its folder only, as in a terminal: not from variables of a git that started Gatehouse. */
const PLACES: ReadonlySet<string> = new Set([
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_DIR',
  'GIT_INDEX_FILE',
  'GIT_INTERNAL_SUPER_PREFIX',
  'GIT_NAMESPACE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_PREFIX',
  'GIT_WORK_TREE',
]);

/** Nothing may wait for an answer: there is nobody to give one. */
const NO_QUESTIONS = { GIT_TERMINAL_PROMPT: '0', GIT_EDITOR: 'true', GIT_SEQUENCE_EDITOR: 'true', GIT_PAGER: 'cat', TERM: 'dumb' };

/** Paths are names, not patterns; a folder that is laid out like a repository is none. */
const OPTIONS = ['--no-pager', '--literal-pathspecs', '-c', 'safe.bareRepository=explicit'];

export interface GitEnd {
  /** `null`: it was ended. */
  readonly exitCode: number | null;
  readonly stdout: string;
  /** The end of what it and its hooks printed. */
  readonly said: string;
  readonly ended?: 'cancelled' | 'timed_out' | 'too_much';
}

export interface GitRun {
  /** The working directory. */
  readonly folder: string;
  readonly input?: string | undefined;
  readonly timeMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The installed git with the person's own environment and configuration, and the repository's: its hooks, filters and helpers run. Only for
 * what a person does themselves in a folder that they trust. Everything else uses `GitProgram`, which runs none of them.
 */
export class PersonsGit {
  readonly #file: string;
  readonly #env: Readonly<Record<string, string>>;

  private constructor(file: string, env: Readonly<Record<string, string>>) {
    this.#file = file;
    this.#env = env;
  }

  /** Finds git on `PATH`, outside the project; `undefined` if there is none. `env`: of the person's login shell. */
  static find(env: Readonly<Record<string, string>>, projectDir: string): PersonsGit | undefined {
    const file = findProgram(process.platform === 'win32' ? 'git.exe' : 'git', env, projectDir);
    if (file === undefined) return undefined;
    const own = Object.entries(programEnvironment(env, { env: {}, passKeys: [] })).filter(([name]) => !PLACES.has(name));
    return new PersonsGit(file, { ...Object.fromEntries(own), ...NO_QUESTIONS });
  }

  /** Runs git without a terminal, in a process group of its own. @throws ProcessStartError */
  async run(args: readonly string[], { folder, input = '', timeMs, signal }: GitRun): Promise<GitEnd> {
    if (signal?.aborted === true) return { exitCode: null, stdout: '', said: '', ended: 'cancelled' };
    const child = startProcess(this.#file, [...OPTIONS, ...args], {
      cwd: folder,
      env: { ...this.#env },
      detached: true,
      stdio: 'pipe',
      windowsHide: true,
    });
    let ended: GitEnd['ended'];
    let grace: NodeJS.Timeout | undefined;
    const stop = (why: NonNullable<GitEnd['ended']>): void => {
      if (ended !== undefined || child.pid === undefined) return;
      ended = why;
      const { pid } = child;
      signalGroup(pid, 'SIGTERM');
      grace = setTimeout(() => signalGroup(pid, 'SIGKILL'), KILL_GRACE_MS);
    };
    const stdout: Buffer[] = [];
    let said = '';
    let bytes = 0;
    const listen = (stream: Readable, keep: boolean): void => {
      stream.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_OUTPUT_BYTES) return stop('too_much');
        if (keep) stdout.push(chunk);
        said = (said + chunk.toString('utf8')).slice(-MAX_SAID);
        return undefined;
      });
    };
    listen(child.stdout, true);
    listen(child.stderr, false);
    const timeout = setTimeout(() => stop('timed_out'), timeMs);
    const onAbort = (): void => stop('cancelled');
    signal?.addEventListener('abort', onAbort, { once: true });
    child.stdin.end(input);
    try {
      const exitCode = await exitOf(child);
      return { exitCode, stdout: Buffer.concat(stdout).toString('utf8'), said, ...(ended !== undefined && { ended }) };
    } finally {
      clearTimeout(timeout);
      clearTimeout(grace);
      signal?.removeEventListener('abort', onAbort);
      if (ended !== undefined && child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    }
  }
}

function exitOf(child: ReturnType<typeof startProcess>): Promise<number | null> {
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject);
  child.once('close', resolve);
  child.once('exit', (code) => setTimeout(() => resolve(code), DRAIN_MS));
  return promise;
}
