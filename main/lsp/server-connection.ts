import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { CancellationTokenSource, createMessageConnection, type MessageConnection, StreamMessageWriter } from 'vscode-jsonrpc/node';
import { errorMessage } from '#shared/error-message.ts';
import { startProcess } from '#main/tool/start-process.ts';
import { BoundedReader } from './bounded-reader.ts';

/** Marks and ends processes, so that servers don't outlive their session. Passed in by the engine. */
export interface ServerProcesses {
  /** Environment variables that mark a server and everything it starts. `id`: 12 hex digits. */
  mark(id: string): Readonly<Record<string, string>>;
  /** Signals the server's process group, and processes that left it but have the mark. */
  signal(pid: number, id: string, signal: NodeJS.Signals): Promise<void>;
}

export interface ServerLaunch {
  /** Absolute. */
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly id: string;
  readonly processes: ServerProcesses;
  /** Called once, when it has ended or was closed; `why` is a clause for people. */
  readonly onClose: (why: string) => void;
}

const END_MS = 1500;
const MAX_STDERR_CHARS = 4000;
/** Limit on bytes that the server hasn't read yet. */
const MAX_UNREAD = 32 * 1024 * 1024;
const SILENT = { error: () => undefined, warn: () => undefined, info: () => undefined, log: () => undefined };

/** A language server in a child process with its own process group, and the messages exchanged with it. */
export class ServerConnection {
  readonly messages: MessageConnection;
  readonly #launch: ServerLaunch;
  readonly #child: ChildProcessWithoutNullStreams;
  #stderr = '';
  #isClosed = false;
  #ending: Promise<void> | undefined;

  /** @throws Error when the program can't be started. */
  static async start(launch: ServerLaunch): Promise<ServerConnection> {
    const { program, args, env, cwd, id, processes } = launch;
    const child = startProcess(program, args, {
      cwd,
      env: { ...env, ...processes.mark(id) },
      stdio: 'pipe',
      detached: true,
      windowsHide: true,
    });
    const connection = new ServerConnection(launch, child);
    await once(child, 'spawn');
    return connection;
  }

  private constructor(launch: ServerLaunch, child: ChildProcessWithoutNullStreams) {
    this.#launch = launch;
    this.#child = child;
    const reader = new BoundedReader(child.stdout, () => this.#assertReads());
    this.messages = createMessageConnection(reader, new StreamMessageWriter(child.stdin), SILENT);
    // Standard error may say why it failed; only the end is kept.
    child.stderr.on('data', (chunk: Buffer) => (this.#stderr = (this.#stderr + chunk.toString('utf8')).slice(-MAX_STDERR_CHARS)));
    child.on('exit', (code, signal) => this.#closed(signal === null ? `it ended with exit code ${String(code)}` : `${signal} ended it`));
    child.on('error', (error) => this.#closed(errorMessage(error)));
    reader.onError((error) => this.#closed(error.message));
    this.messages.onError(([error]) => this.#closed(error.message));
    // The error is already reported above.
    this.messages.onUnhandledNotification(() => undefined);
  }

  /** The end of its standard error output. */
  get stderr(): string {
    return this.#stderr.trim();
  }

  /** Sends a request. Rejects with the server's error, when the time is up, on abort, and when the server ends. */
  async request(
    method: string,
    params: unknown,
    { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal?: AbortSignal },
  ): Promise<unknown> {
    if (this.#isClosed) throw new Error('the server has ended');
    const source = new CancellationTokenSource();
    const timeout = AbortSignal.timeout(timeoutMs);
    const stop = signal ? AbortSignal.any([signal, timeout]) : timeout;
    const { promise, reject } = Promise.withResolvers<never>();
    const cancel = (): void => {
      source.cancel();
      reject(new Error(timeout.aborted ? `no answer within ${String(timeoutMs / 1000)} s` : 'it was stopped'));
    };
    if (stop.aborted) cancel();
    stop.addEventListener('abort', cancel, { once: true });
    try {
      return await Promise.race([this.messages.sendRequest<unknown>(method, params, source.token), promise]);
    } finally {
      stop.removeEventListener('abort', cancel);
      source.dispose();
    }
  }

  /** Notifications to a server that has ended are lost. */
  notify(method: string, params: unknown): void {
    if (this.#isClosed) return;
    try {
      this.#assertReads();
    } catch (error) {
      // Reported as why it was closed.
      this.#closed(errorMessage(error));
      return;
    }
    // A broken pipe is followed by the exit, which is reported.
    this.messages.sendNotification(method, params).catch(() => undefined);
  }

  #assertReads(): void {
    if (this.#child.stdin.writableLength > MAX_UNREAD) throw new Error('it doesn’t read what it is sent');
  }

  /** Ends the process and everything it started: first asks it to exit, then kills it. */
  end(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<void> {
    const { pid } = this.#child;
    const { id, processes } = this.#launch;
    const gone = this.#child.exitCode === null && this.#child.signalCode === null ? once(this.#child, 'exit') : Promise.resolve([]);
    if (!this.#isClosed) {
      // If it doesn't answer, it is killed below.
      await this.request('shutdown', undefined, { timeoutMs: END_MS }).catch(() => undefined);
      this.notify('exit', undefined);
    }
    this.#closed('it was stopped');
    this.#child.stdin.end();
    if (pid === undefined) return;
    if (!(await within(gone, END_MS))) await processes.signal(pid, id, 'SIGTERM');
    await within(gone, END_MS);
    await processes.signal(pid, id, 'SIGKILL');
    for (const pipe of [this.#child.stdin, this.#child.stdout, this.#child.stderr]) pipe.destroy();
    await within(gone, END_MS);
  }

  #closed(why: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.messages.dispose();
    this.#launch.onClose(why);
    // A server that broke the protocol must not keep running.
    void this.end();
  }
}

/** Whether the promise settles within that time. */
async function within(work: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), ms);
  const isDone = await Promise.race([work.then(() => true), promise]);
  clearTimeout(timer);
  return isDone;
}
