import type { ChildProcess, ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { JsonLimitError, MAX_NODES, parseJson } from '#shared/json-limits.ts';
import { errorMessage } from '#shared/error-message.ts';
import { startProcess } from '#main/tool/start-process.ts';
import { FloodGuard, MessageLines, ProgressThinner, StderrTail } from './server-output.ts';

/** Marks and ends processes, so that servers don't outlive Gatehouse. Passed in by the engine, which does it as for terminals. */
export interface ServerProcesses {
  /** Environment variables that mark a server and everything it starts. `id`: 12 hex digits. */
  mark(id: string): Readonly<Record<string, string>>;
  /** Signals the server's process group, and processes that left it but have the mark. */
  signal(pid: number, id: string, signal: NodeJS.Signals): Promise<void>;
  /** Ends processes of servers with these ids that were left running when Gatehouse was killed. */
  endLeftBehind(ids: readonly string[]): Promise<void>;
}

export interface StdioProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** 12 hex digits that mark its processes. */
  readonly id: string;
  readonly processes: ServerProcesses;
  readonly onMessage: (message: object) => void;
  /** Number of running calls. */
  readonly calls: () => number;
  /** Called once, when the process has ended or was abandoned; `why` is for people. */
  readonly onClose: (why: string) => void;
  /** Monotonic clock in milliseconds; for tests. */
  readonly now?: () => number;
}

/** Milliseconds a server gets to exit once its input is closed, and then after SIGTERM. */
const END_MS = 1500;
const TERM_MS = 1000;
/** Limit in bytes on unsent messages, for a server that doesn't read. */
const MAX_UNSENT = 32 * 1024 * 1024;

/** A server as a child process with its own process group. One JSON message per line, in both directions. */
export class StdioProcess {
  readonly #options: StdioProcessOptions;
  readonly #stderr = new StderrTail();
  readonly #guard = new FloodGuard();
  readonly #thinner = new ProgressThinner((message) => this.#options.onMessage(message));
  #child: ChildProcessWithoutNullStreams | undefined;
  #closed = false;
  #malformed: string | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: StdioProcessOptions) {
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get stderr(): string {
    return this.#stderr.text;
  }

  /** @throws Error when the program can't be started. */
  async start(): Promise<void> {
    const child = this.#spawn();
    this.#child = child;
    child.stderr.on('data', (chunk: Buffer) => this.#stderr.push(chunk.toString('utf8')));
    child.on('exit', (code, signal) =>
      this.#finish(signal === null ? `it ended with exit code ${code ?? 0}` : `it was ended by ${signal}`),
    );
    child.on('error', (error) => this.#finish(notStarted(error)));
    await once(child, 'spawn');
    void this.#read(child.stdout);
  }

  #spawn(): ChildProcessWithoutNullStreams {
    const { command, args, env, cwd, id, processes } = this.#options;
    try {
      return startProcess(command, args, {
        cwd,
        env: { ...env, ...processes.mark(id) },
        stdio: 'pipe',
        detached: true,
        windowsHide: true,
      });
    } catch (error) {
      this.#finish(notStarted(error));
      throw error;
    }
  }

  /** @throws Error when the process has ended or doesn't read. */
  send(message: unknown): void {
    const { stdin } = this.#child ?? {};
    if (!stdin || this.#closed || !stdin.writable) throw new Error('the server has ended');
    if (stdin.writableLength > MAX_UNSENT) throw new Error('the server doesn’t read what it is sent');
    stdin.write(`${JSON.stringify(message)}\n`);
  }

  /** Ends the process and everything it started, gently first. Repeated calls have no further effect. */
  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    const child = this.#child;
    this.#finish('it was stopped');
    if (child?.pid === undefined) return;
    const { id, processes } = this.#options;
    const gone = ended(child);
    child.stdin.end();
    if (!(await within(gone, END_MS))) {
      await processes.signal(child.pid, id, 'SIGTERM');
      await within(gone, TERM_MS);
    }
    await processes.signal(child.pid, id, 'SIGKILL');
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy();
    // Keep this timer referenced: Node exits when nothing else keeps it running, and a caller awaits this.
    await within(gone, TERM_MS);
    child.unref();
  }

  async #read(stdout: AsyncIterable<Buffer>): Promise<void> {
    const lines = new MessageLines();
    try {
      // Iterating applies back-pressure while messages are processed.
      for await (const chunk of stdout) {
        for (const line of lines.push(chunk)) {
          if (this.#closed) return;
          for (const message of this.#thinner.take(this.#parse(line))) {
            this.#options.onMessage(message);
            // Yield, so that a notification is processed before the answer that follows it in the same chunk.
            await nextTurn();
          }
        }
      }
      // The exit of a process that is about to end says more.
      if (this.#child) await within(ended(this.#child), END_MS);
      this.#giveUp('it closed its output');
    } catch (error) {
      this.#giveUp(errorMessage(error));
    }
  }

  /** `undefined` for anything that isn't a message. */
  #parse(line: string): object | undefined {
    const { calls, now: clock = now } = this.#options;
    this.#guard.message(clock(), calls());
    try {
      // Parsed at any depth: its id is needed to fail the call that waits for this answer.
      const message = parseJson(line, MAX_NODES);
      if (typeof message === 'object' && message !== null) return message;
    } catch (error) {
      if (error instanceof JsonLimitError) throw new Error(`it sent a message ${error.message}`, { cause: error });
      // Reported below.
    }
    this.#malformed ??= line.slice(0, 200);
    this.#guard.malformed();
    return undefined;
  }

  #giveUp(why: string): void {
    if (this.#closed) return;
    this.#finish(why);
    void this.close();
  }

  #finish(why: string): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#thinner.stop();
    const printed = this.#malformed === undefined ? '' : `; it printed what is no message: ${JSON.stringify(this.#malformed)}`;
    this.#options.onClose(`${why}${printed}`);
  }
}

function notStarted(error: unknown): string {
  return `it can’t be started (${errorMessage(error)})`;
}

function now(): number {
  return performance.now();
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Whether it resolved in time. */
async function within(event: Promise<void>, ms: number): Promise<boolean> {
  const enough = new AbortController();
  // Aborted below, once the answer is known.
  const late = sleep(ms, false, { signal: enough.signal }).catch(() => false);
  const came = await Promise.race([event.then(() => true), late]);
  enough.abort();
  return came;
}
