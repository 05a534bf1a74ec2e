import { createLogger } from '#main/log/logger.ts';
import type { KeychainKey } from '#main/engine/keychain-key.ts';
import { AppError } from '#shared/contract/app-error.ts';
import type { CommandName, CommandOutput, ParsedInput } from '#shared/contract/commands.ts';
import type { Refusal } from '#shared/permission/refusal.ts';
import type { PushMessage } from '#shared/contract/message.ts';
import type { EnginePort, WindowRef } from '../engine-port.ts';
import { EngineRun } from './engine-run.ts';
import { OpenWork } from './open-work.ts';
import type { ProcessPort } from './process-port.ts';

const log = createLogger('host');

/** More crashes than this within the time, and the engine isn't restarted again. */
const MAX_CRASHES = 3;
const CRASH_TIME_MS = 60_000;
/** For logs to be closed and commands to end. */
const DISPOSE_LIMIT_MS = 10_000;
const NO_WINDOW = { windowId: '' };

export interface RemoteEngineOptions {
  readonly startEngine: () => ProcessPort;
  readonly startPtyHost: () => ProcessPort;
  readonly keychain: () => Promise<KeychainKey>;
  /** The engine can't start, or keeps crashing. `retry` starts it again; until then no request is answered. */
  readonly onFailure: (message: string, retry: () => void) => void;
}

/**
 * An engine in a process of its own. If that process ends unexpectedly, another one is started, with the same folders and sessions open; what was
 * asked in between waits for it.
 */
export class RemoteEngine implements EnginePort {
  readonly #options: RemoteEngineOptions;
  readonly #listeners = new Set<(message: PushMessage) => void>();
  readonly #connectionListeners = new Set<(connected: boolean) => void>();
  readonly #work = new OpenWork();
  #run: EngineRun | undefined;
  /** Requests wait for a process that takes them. */
  #ready = Promise.withResolvers<EngineRun>();
  #connected = false;
  #crashes: number[] = [];
  #isDisposed = false;

  constructor(options: RemoteEngineOptions) {
    this.#options = options;
    this.#begin({ withSessions: false });
  }

  async handle<N extends CommandName>(command: N, input: ParsedInput<N>, window: WindowRef): Promise<CommandOutput<N>> {
    return this.#ask(await this.#ready.promise, command, input, window);
  }

  onPush(listener: (message: PushMessage) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onConnection(listener: (connected: boolean) => void): () => void {
    this.#connectionListeners.add(listener);
    return () => this.#connectionListeners.delete(listener);
  }

  refused(refusal: Refusal): void {
    this.#ready.promise.then(
      (run) => run.refused(refusal),
      // Without an engine there is nothing to record it in.
      () => undefined,
    );
  }

  windowClosed(window: WindowRef): void {
    this.#run?.windowClosed(window);
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    const run = this.#run;
    if (!run) return;
    run.dispose();
    const timer = setTimeout(() => run.kill(), DISPOSE_LIMIT_MS);
    await run.ended;
    clearTimeout(timer);
  }

  /** @param options `withSessions`: opens the sessions again that the last process had open */
  #begin(options: { readonly withSessions: boolean }): void {
    const { startEngine, startPtyHost, keychain } = this.#options;
    const run = new EngineRun({
      process: startEngine(),
      startPtyHost,
      onPush: (message) => {
        for (const listener of this.#listeners) listener(message);
      },
    });
    this.#run = run;
    void keychain().then((key) => run.start(key, this.#work.demoDirs));
    void run.started.then((hasStarted) => (hasStarted ? this.#open(run, options) : undefined));
    void run.ended.then((end) => {
      this.#run = undefined;
      this.#setConnected(undefined);
      if (this.#isDisposed) return;
      if (end.type === 'failed') this.#giveUp(end.message);
      else this.#restart();
    });
  }

  async #open(run: EngineRun, { withSessions }: { readonly withSessions: boolean }): Promise<void> {
    for (const path of this.#work.projects) await this.#reopen(run, 'project.open', { path });
    if (this.#run !== run) return;
    this.#setConnected(run);
    // Their schedules and background work go on. One at a time; a window that shows one opens it itself.
    if (!withSessions) return;
    for (const session of this.#work.sessions) await this.#reopen(run, 'session.open', session);
  }

  async #reopen<N extends 'project.open' | 'session.open'>(run: EngineRun, command: N, input: ParsedInput<N>): Promise<void> {
    await run.request(command, input, NO_WINDOW).catch((error: unknown) => log.warn(`${command} failed after a restart`, error));
  }

  async #ask<N extends CommandName>(run: EngineRun, command: N, input: ParsedInput<N>, window: WindowRef): Promise<CommandOutput<N>> {
    // The other process checks what it sends by the same types.
    const output = (await run.request(command, input, window)) as CommandOutput<N>;
    this.#work.observe(command, input, output);
    return output;
  }

  #restart(): void {
    const now = performance.now();
    this.#crashes = [...this.#crashes.filter((at) => now - at < CRASH_TIME_MS), now];
    log.error(`The engine’s process ended unexpectedly (${String(this.#crashes.length)} times within a minute)`);
    if (this.#crashes.length > MAX_CRASHES) this.#giveUp('Gatehouse’s engine has stopped several times in a row.');
    // A session that is opened may be what makes it crash.
    else this.#begin({ withSessions: this.#crashes.length === 1 });
  }

  #giveUp(message: string): void {
    const failed = this.#ready;
    // Each request that waits for it gets the error.
    failed.promise.catch(() => undefined);
    failed.reject(new AppError('unavailable', message));
    this.#options.onFailure(message, () => {
      if (this.#isDisposed || this.#ready !== failed) return;
      this.#crashes = [];
      this.#ready = Promise.withResolvers();
      this.#begin({ withSessions: false });
    });
  }

  /** @param run takes requests from now on; `undefined`: none does */
  #setConnected(run: EngineRun | undefined): void {
    if (run) this.#ready.resolve(run);
    else if (this.#connected) this.#ready = Promise.withResolvers();
    if (this.#connected === (run !== undefined)) return;
    this.#connected = run !== undefined;
    for (const listener of this.#connectionListeners) listener(this.#connected);
  }
}
