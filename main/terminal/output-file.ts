import fs from 'node:fs';

/**
 * Output is gathered until there is this much or this time has passed, since each write costs the event loop about as much as handling
 * what it writes. Most commands print little and end soon: their output is written once, at the end.
 */
const GATHER_MS = 50;
const GATHER_BYTES = 256 * 1024;

/**
 * The file that holds a terminal's raw output. Writes are queued in order, one at a time; `onLag` hears when more than
 * `HIGH_WATER` bytes wait (true) and when they are written (false), so that the source can be paused.
 */
export class OutputFile {
  static readonly HIGH_WATER = 1024 * 1024;

  readonly path: string;
  readonly #onLag: (lagging: boolean) => void;
  #fd: number | undefined;
  #queue: Buffer[] = [];
  #pending = 0;
  /** The file is being opened or written to. */
  #busy = false;
  #lagging = false;
  #error: Error | undefined;
  #idle: (() => void) | undefined;
  #gathering: NodeJS.Timeout | undefined;
  #closing = false;

  /** The file must not exist. It is created with the first write, or at the end. */
  constructor(path: string, onLag: (lagging: boolean) => void) {
    this.path = path;
    this.#onLag = onLag;
  }

  /** The first write error; later output is dropped. */
  get error(): Error | undefined {
    return this.#error;
  }

  write(bytes: Buffer): void {
    if (this.#error !== undefined) return;
    this.#queue.push(bytes);
    this.#pending += bytes.length;
    if (!this.#lagging && this.#pending > OutputFile.HIGH_WATER) {
      this.#lagging = true;
      this.#onLag(true);
    }
    if (!this.#busy) this.#gather();
  }

  /** Resolves when everything is written, before the file is closed. Never rejects: see `error`. */
  async close(): Promise<void> {
    clearTimeout(this.#gathering);
    this.#closing = true;
    if (!this.#busy && this.#fd !== undefined && this.#queue.length > 0) this.#flush();
    if (this.#busy) await new Promise<void>((resolve) => (this.#idle = resolve));
    if (this.#fd !== undefined) fs.close(this.#fd, () => undefined);
    else if (this.#error === undefined) this.#writeAtOnce();
  }

  #writeAtOnce(): void {
    try {
      fs.writeFileSync(this.path, Buffer.concat(this.#queue), { flag: 'wx', mode: 0o600 });
    } catch (error) {
      this.#error = error instanceof Error ? error : new Error(String(error));
    }
  }

  #gather(): void {
    if (this.#pending > GATHER_BYTES) this.#start();
    else this.#gathering ??= setTimeout(() => this.#start(), GATHER_MS).unref();
  }

  #start(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    if (this.#fd === undefined) this.#open();
    else this.#flush();
  }

  #open(): void {
    this.#busy = true;
    fs.open(this.path, 'wx', 0o600, (error, fd) => {
      this.#fd = fd;
      if (error === null) this.#flush();
      else this.#settle(error);
    });
  }

  #flush(): void {
    this.#busy = true;
    const batch = this.#queue;
    this.#queue = [];
    this.#writeAll(batch, (error) => this.#settle(error));
  }

  /** The pending operation has succeeded or failed. */
  #settle(error: Error | null): void {
    if (error !== null) {
      this.#error = error;
      this.#queue = [];
      this.#pending = 0;
    }
    if (this.#lagging && this.#pending < OutputFile.HIGH_WATER / 2) {
      this.#lagging = false;
      this.#onLag(false);
    }
    if (this.#queue.length > 0 && (this.#closing || this.#pending > GATHER_BYTES)) return this.#flush();
    this.#busy = false;
    if (this.#queue.length > 0) this.#gather();
    this.#idle?.();
  }

  #writeAll(batch: readonly Buffer[], done: (error: Error | null) => void): void {
    if (this.#fd === undefined) return;
    fs.writev(this.#fd, batch, (error, written) => {
      this.#pending -= written;
      const rest = error === null ? afterBytes(batch, written) : [];
      if (rest.length > 0) this.#writeAll(rest, done);
      else done(error);
    });
  }
}

function afterBytes(batch: readonly Buffer[], count: number): readonly Buffer[] {
  let before = 0;
  const first = batch.findIndex((bytes) => (before += bytes.length) > count);
  const cut = batch[first];
  return cut === undefined ? [] : [cut.subarray(cut.length - (before - count)), ...batch.slice(first + 1)];
}
