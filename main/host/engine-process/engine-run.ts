import { appVersion } from '#main/app-root.ts';
import { createLogger } from '#main/log/logger.ts';
import type { KeychainKey } from '#main/engine/keychain-key.ts';
import { AppError } from '#shared/contract/app-error.ts';
import type { CommandName } from '#shared/contract/commands.ts';
import type { Refusal } from '#shared/permission/refusal.ts';
import type { PushMessage } from '#shared/contract/message.ts';
import type { WindowRef } from '../engine-port.ts';
import { type EngineNotice, type EngineOrder, parseEngineNotice } from './engine-message.ts';
import type { ProcessPort } from './process-port.ts';

const log = createLogger('host');

const STOPPED = 'Gatehouse’s engine stopped before it answered. It is being restarted; try again.';
const UPDATED = 'Gatehouse was updated while it was running. Start it again.';

/** How a run ended: as told to, unexpectedly, or because it can't start, which a person has to know. */
export type RunEnd = { readonly type: 'disposed' } | { readonly type: 'crashed' } | { readonly type: 'failed'; readonly message: string };

export interface EngineRunOptions {
  readonly process: ProcessPort;
  /** Starts a process that holds terminals. */
  readonly startPtyHost: () => ProcessPort;
  readonly onPush: (message: PushMessage) => void;
}

interface Pending {
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: AppError) => void;
}

/** One process of the engine, from its start to its end: what is asked of it, and the processes that hold its terminals. */
export class EngineRun {
  readonly #options: EngineRunOptions;
  readonly #pending = new Map<number, Pending>();
  readonly #ptyHosts = new Map<number, ProcessPort>();
  readonly #started = Promise.withResolvers<boolean>();
  readonly #ended = Promise.withResolvers<RunEnd>();
  #hasEnded = false;
  #lastId = 0;
  #isDisposing = false;

  constructor(options: EngineRunOptions) {
    this.#options = options;
    options.process.onMessage((message) => {
      const notice = parseEngineNotice(message);
      if (notice === undefined) this.#fail(UPDATED);
      else if (!this.#hasEnded) this.#receive(notice);
    });
    options.process.onEnd(() => this.#end(this.#isDisposing ? { type: 'disposed' } : { type: 'crashed' }));
  }

  /** Whether the engine takes requests; `false` if it ended before it did. */
  get started(): Promise<boolean> {
    return this.#started.promise;
  }

  get ended(): Promise<RunEnd> {
    return this.#ended.promise;
  }

  start(keychain: KeychainKey, demoDirs: readonly string[]): void {
    this.#send({ type: 'start', keychain, demoDirs });
  }

  /** @throws AppError the engine's own, or `unavailable` when it ends first. */
  request(command: CommandName, input: unknown, { windowId }: WindowRef): Promise<unknown> {
    if (this.#hasEnded) return Promise.reject(new AppError('unavailable', STOPPED));
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const id = (this.#lastId += 1);
    this.#pending.set(id, { resolve, reject });
    this.#send({ type: 'request', id, command, input, windowId });
    return promise;
  }

  refused(refusal: Refusal): void {
    this.#send({ type: 'refused', refusal });
  }

  windowClosed({ windowId }: WindowRef): void {
    this.#send({ type: 'windowClosed', windowId });
  }

  dispose(): void {
    this.#isDisposing = true;
    this.#send({ type: 'dispose' });
  }

  kill(): void {
    this.#options.process.kill();
  }

  #receive(notice: EngineNotice): void {
    switch (notice.type) {
      case 'started':
        if (notice.version === appVersion()) this.#started.resolve(true);
        else this.#fail(UPDATED);
        break;
      case 'failed':
        this.#fail(notice.message);
        break;
      case 'answer':
        this.#take(notice.id)?.resolve(notice.output);
        break;
      case 'error':
        this.#take(notice.id)?.reject(new AppError(notice.error.code, notice.error.message));
        break;
      case 'pushes':
        notice.pushes.forEach(this.#options.onPush);
        break;
      case 'ptyStart':
        this.#startPtyHost(notice.ptyHost);
        break;
      case 'ptyOrders':
        this.#ptyHosts.get(notice.ptyHost)?.send(notice.orders);
        break;
      case 'ptyKill':
        this.#ptyHosts.get(notice.ptyHost)?.kill();
        break;
    }
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  #startPtyHost(ptyHost: number): void {
    const ended = (): void => {
      this.#ptyHosts.delete(ptyHost);
      this.#send({ type: 'ptyEnded', ptyHost });
    };
    try {
      const process = this.#options.startPtyHost();
      this.#ptyHosts.set(ptyHost, process);
      process.onMessage((notices) => this.#send({ type: 'ptyNotices', ptyHost, notices }));
      process.onEnd(ended);
    } catch (error) {
      log.warn('The process that holds terminals could not be started', error);
      ended();
    }
  }

  #send(order: EngineOrder): void {
    if (!this.#hasEnded) this.#options.process.send(order);
  }

  #fail(message: string): void {
    this.#end({ type: 'failed', message });
    this.kill();
  }

  #end(end: RunEnd): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    // Its terminals hang up what runs in them.
    for (const process of this.#ptyHosts.values()) process.kill();
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(new AppError('unavailable', STOPPED));
    this.#started.resolve(false);
    this.#ended.resolve(end);
  }
}
