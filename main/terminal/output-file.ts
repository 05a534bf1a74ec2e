import fs from 'node:fs';

/**
 * The file that holds a terminal's raw output. Writes are queued in order, one at a time; `onLag` hears when more than
 * `HIGH_WATER` bytes wait (true) and when they are written (false), so that the source can be paused.
 */
export class OutputFile {
  static readonly HIGH_WATER = 1024 * 1024;

  readonly path: string;
  readonly #fd: number;
  readonly #onLag: (lagging: boolean) => void;
  #queue: Buffer[] = [];
  #pending = 0;
  #writing = false;
  #lagging = false;
  #error: Error | undefined;
  #idle: (() => void) | undefined;

  /** Creates the file; throws when it exists or can't be made. */
  constructor(path: string, onLag: (lagging: boolean) => void) {
    this.path = path;
    this.#fd = fs.openSync(path, 'wx', 0o600);
    this.#onLag = onLag;
  }

  /** What went wrong with the disk, if anything: from then on output is no longer kept. */
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
    if (!this.#writing) this.#flush();
  }

  /** Resolves when everything is written; closing goes on behind that, since nobody has to wait for it. Never rejects: see `error`. */
  async close(): Promise<void> {
    if (this.#writing) await new Promise<void>((resolve) => (this.#idle = resolve));
    fs.close(this.#fd, () => undefined);
  }

  #flush(): void {
    this.#writing = true;
    const batch = Buffer.concat(this.#queue);
    this.#queue = [];
    this.#writeAll(batch, (error) => {
      this.#pending -= batch.length;
      if (error !== null) {
        this.#error = error;
        this.#queue = [];
        this.#pending = 0;
      }
      if (this.#lagging && this.#pending < OutputFile.HIGH_WATER / 2) {
        this.#lagging = false;
        this.#onLag(false);
      }
      if (this.#queue.length > 0) {
        this.#flush();
        return;
      }
      this.#writing = false;
      this.#idle?.();
    });
  }

  #writeAll(bytes: Buffer, done: (error: Error | null) => void): void {
    fs.write(this.#fd, bytes, (error, written) => {
      if (error !== null) done(error);
      else if (written < bytes.length) this.#writeAll(bytes.subarray(written), done);
      else done(null);
    });
  }
}
