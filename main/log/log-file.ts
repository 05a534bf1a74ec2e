import { appendFileSync, mkdirSync } from 'node:fs';
import { mkdir, open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';

const MAX_BYTES = 1024 * 1024;
/** Full files that are kept beside the current one. */
const KEPT_FILES = 2;
/** Lines that may wait for a slow disk; later ones are dropped. */
const MAX_WAITING = 1000;

export interface LogFileOptions {
  /** Created when the first line is written, for this user only. */
  readonly dir: string;
  /** Of one file. Default: 1 MiB. */
  readonly maxBytes?: number | undefined;
}

/**
 * Appends lines to `gatehouse.log`, asynchronously and in order; a full file becomes `gatehouse.1.log`. Several processes may write to it. Never
 * throws: lines that can't be written are lost.
 */
export class LogFile {
  readonly path: string;
  readonly #dir: string;
  readonly #maxBytes: number;
  #waiting: string[] = [];
  #writing: readonly string[] = [];
  #work: Promise<void> | undefined;
  #lost = 0;

  constructor({ dir, maxBytes = MAX_BYTES }: LogFileOptions) {
    this.#dir = dir;
    this.#maxBytes = maxBytes;
    this.path = join(dir, 'gatehouse.log');
  }

  write(line: string): void {
    if (this.#waiting.length >= MAX_WAITING) {
      this.#lost += 1;
      return;
    }
    this.#waiting.push(line);
    this.#work ??= this.#writeWaiting();
  }

  /** Resolves when what was written so far is in the file, or lost. */
  async settled(): Promise<void> {
    await this.#work;
  }

  /**
   * For the end of the process: nothing asynchronous happens after it. A line whose write hasn't returned yet is written again, since twice is
   * better than never.
   */
  flush(): void {
    const lines = [...this.#writing, ...this.#waiting];
    this.#writing = [];
    this.#waiting = [];
    if (lines.length === 0) return;
    try {
      mkdirSync(this.#dir, { recursive: true, mode: 0o700 });
      appendFileSync(this.path, lines.join(''), { mode: 0o600 });
    } catch {
      // There is nowhere left to report it.
    }
  }

  async #writeWaiting(): Promise<void> {
    // Takes the lines of a whole turn of the event loop at once.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      this.#writing = this.#waiting;
      this.#waiting = [];
      await this.#append(this.#writing);
      this.#writing = [];
    }
    this.#work = undefined;
  }

  async #append(lines: readonly string[]): Promise<void> {
    const lost = this.#lost;
    const text = `${lost > 0 ? `(${lost} earlier lines could not be written)\n` : ''}${lines.join('')}`;
    try {
      await mkdir(this.#dir, { recursive: true, mode: 0o700 });
      await this.#rotate(Buffer.byteLength(text));
      const file = await open(this.path, 'a', 0o600);
      try {
        await file.writeFile(text);
      } finally {
        await file.close();
      }
      this.#lost -= lost;
    } catch {
      // A full disk or a folder that can't be written: the app goes on without a log, which says so once it can.
      this.#lost += lines.length;
    }
  }

  async #rotate(bytes: number): Promise<void> {
    const size = await stat(this.path).then(
      (found) => found.size,
      // Not there yet.
      () => 0,
    );
    if (size === 0 || size + bytes <= this.#maxBytes) return;
    const names = [this.path, ...Array.from({ length: KEPT_FILES }, (_, index) => join(this.#dir, `gatehouse.${index + 1}.log`))];
    for (let older = names.length - 1; older > 0; older--) {
      // There are fewer at first, and another process may rotate at the same time.
      await rename(names[older - 1] ?? '', names[older] ?? '').catch(() => undefined);
    }
  }
}
