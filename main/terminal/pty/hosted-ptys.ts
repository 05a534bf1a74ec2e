import type { PtyHostHandle } from './pty-host-handle.ts';
import { ptyHostMessageSchema, type PtyHostNotice, type PtyHostOrder } from './pty-host-message.ts';
import { LateListener, type Pty, type PtyExit, type PtyLaunch } from './pty.ts';

type OrderOfOne = Extract<PtyHostOrder, { type: 'write' | 'resize' | 'pause' | 'resume' }>;
type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

interface HostLine {
  readonly send: (order: WithoutId<OrderOfOne>) => void;
  readonly expectExit: () => void;
}

/** A pseudo-terminal of another process. */
class HostedPty implements Pty {
  readonly pid: number;
  readonly exited: Promise<PtyExit>;
  readonly #line: HostLine;
  readonly #setExited: (exit: PtyExit) => void;
  readonly #data = new LateListener<Buffer>();

  constructor(pid: number, line: HostLine) {
    this.pid = pid;
    this.#line = line;
    const { promise, resolve } = Promise.withResolvers<PtyExit>();
    this.exited = promise;
    this.#setExited = resolve;
  }

  onData(listener: (bytes: Buffer) => void): void {
    this.#data.listen(listener);
  }

  write(data: string): void {
    this.#line.send({ type: 'write', data });
  }

  resize(cols: number, rows: number): void {
    this.#line.send({ type: 'resize', cols, rows });
  }

  pause(): void {
    this.#line.send({ type: 'pause' });
  }

  resume(): void {
    this.#line.send({ type: 'resume' });
  }

  expectExit(): void {
    this.#line.expectExit();
  }

  receive(bytes: Buffer): void {
    this.#data.emit(bytes);
  }

  end({ exitCode, signal, lost }: PtyExit): void {
    this.#setExited({ exitCode, signal, ...(lost && { lost }) });
  }
}

/** A host that doesn't answer for this long is hung (a command may have stopped it) and is killed. */
const ANSWER_LIMIT_MS = 30_000;
/** Time for a last answer before that, since the whole machine may have slept. */
const LAST_CALL_MS = 5_000;
const ENDED = 'the process that holds terminals has ended';

export interface HostedPtysListener {
  /** Whether any terminal is open or being opened. */
  readonly onUse: (isUsed: boolean) => void;
  /** Once. `wasReady`: the process had started. */
  readonly onEnd: (wasReady: boolean) => void;
}

interface Waiting {
  readonly resolve: (pty: Pty) => void;
  readonly reject: (error: Error) => void;
}

/** The terminals of a host process. Its message channel keeps this process alive only while there are any. */
export class HostedPtys {
  readonly #process: PtyHostHandle;
  readonly #ready: Promise<boolean>;
  readonly #listener: HostedPtysListener;
  readonly #spawning = new Map<number, Waiting>();
  readonly #running = new Map<number, HostedPty>();
  readonly #setReady: (isReady: boolean) => void;
  #orders: PtyHostOrder[] = [];
  #isReady = false;
  #hasEnded = false;
  #lastId = 0;
  #heard = 0;
  #deadline: NodeJS.Timeout | undefined;

  constructor(process: PtyHostHandle, listener: HostedPtysListener) {
    this.#process = process;
    this.#listener = listener;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#ready = promise;
    this.#setReady = resolve;
    process.onMessage((message) => {
      const { data } = ptyHostMessageSchema.safeParse(message);
      // The app was replaced by another version while it was running.
      if (data === undefined) this.end();
      else this.#hear(data);
    });
    process.onEnd(() => this.#lose());
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** `undefined` if the host could not be started. Rejects if the program can’t be started, or if the host ends first. */
  async spawn(launch: PtyLaunch): Promise<Pty | undefined> {
    const id = (this.#lastId += 1);
    const { promise, resolve, reject } = Promise.withResolvers<Pty>();
    this.#spawning.set(id, { resolve, reject });
    this.#process.hold(true);
    this.#listener.onUse(true);
    this.#expectAnswer();
    if (!(await this.#ready)) return undefined;
    this.#send({ type: 'spawn', id, launch });
    return promise;
  }

  end(): void {
    this.#process.kill();
    this.#lose();
  }

  #hear(notices: readonly PtyHostNotice[]): void {
    this.#heard += 1;
    clearTimeout(this.#deadline);
    this.#deadline = undefined;
    for (const notice of notices) this.#receive(notice);
    if (this.#spawning.size > 0) this.#expectAnswer();
  }

  #receive(notice: PtyHostNotice): void {
    switch (notice.type) {
      case 'ready':
        this.#isReady = true;
        this.#setReady(true);
        break;
      case 'pong':
        break;
      case 'spawned': {
        const pty = new HostedPty(notice.pid, {
          send: (order) => this.#send({ ...order, id: notice.id }),
          expectExit: () => this.#askWhetherItLives(),
        });
        this.#running.set(notice.id, pty);
        this.#take(notice.id)?.resolve(pty);
        break;
      }
      case 'failed':
        this.#take(notice.id)?.reject(new Error(notice.message));
        this.#restIfEmpty();
        break;
      case 'data':
        this.#running.get(notice.id)?.receive(notice.bytes);
        break;
      case 'exit':
        this.#running.get(notice.id)?.end(notice);
        this.#running.delete(notice.id);
        this.#restIfEmpty();
        break;
    }
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#spawning.get(id);
    this.#spawning.delete(id);
    return waiting;
  }

  /**
   * Orders of one turn of the event loop are sent as one message, so that programs requested together start together, after the engine has
   * handled all of them: new processes would compete with it for a processor.
   */
  #send(order: PtyHostOrder): void {
    if (this.#orders.length === 0) setImmediate(() => this.#placeOrders());
    this.#orders.push(order);
  }

  #placeOrders(): void {
    if (!this.#hasEnded) this.#process.send(this.#orders);
    this.#orders = [];
  }

  #restIfEmpty(): void {
    if (this.#spawning.size + this.#running.size > 0) return;
    this.#process.hold(false);
    this.#listener.onUse(false);
  }

  #askWhetherItLives(): void {
    this.#send({ type: 'ping' });
    this.#expectAnswer();
  }

  #expectAnswer(): void {
    this.#deadline ??= setTimeout(() => {
      this.#send({ type: 'ping' });
      const heard = this.#heard;
      this.#deadline = setTimeout(() => {
        // Handles messages that arrived meanwhile first.
        setImmediate(() => {
          if (heard === this.#heard) this.end();
        });
      }, LAST_CALL_MS).unref();
    }, ANSWER_LIMIT_MS).unref();
  }

  #lose(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#listener.onEnd(this.#isReady);
    clearTimeout(this.#deadline);
    if (this.#isReady) for (const { reject } of this.#spawning.values()) reject(new Error(ENDED));
    this.#setReady(false);
    for (const pty of this.#running.values()) pty.end({ exitCode: 0, signal: 0, lost: true });
    this.#spawning.clear();
    this.#running.clear();
  }
}
