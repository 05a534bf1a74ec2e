import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { createLogger } from '#main/log/logger.ts';

const log = createLogger('terminal');

const EVERY_MS = 250;
/** Final text is written when this much has accumulated, so that no write takes long. Characters. */
const MUCH = 256 * 1024;
/** Limit on the file's size in bytes; the raw output is complete. */
const MAX_BYTES = 64 * 1024 ** 2;
const CUT = '\n[Only the first 64 MB of the text are kept here.]\n';

/**
 * Keeps a file with a running command's output as text: final lines are appended, followed by the lines on its screen, which are
 * overwritten as they change. Never throws: a full disk ends it.
 */
export class LiveTextFile {
  readonly #rest: () => string;
  #fd: number | undefined;
  #settled: string;
  #position = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `text`: earlier output. `rest` returns the lines on the screen. */
  constructor(file: string, text: string, rest: () => string) {
    this.#rest = rest;
    this.#settled = text;
    try {
      this.#fd = openSync(file, 'wx', 0o600);
    } catch (error) {
      log.warn('The text of a terminal can’t be kept', error);
      return;
    }
    this.#write(true);
  }

  /** Text that no longer changes. */
  settle(text: string): void {
    if (this.#fd === undefined) return;
    this.#settled += text;
    if (this.#settled.length > MUCH) this.#write(false);
  }

  /** Call when something was printed. */
  touch(): void {
    if (this.#fd === undefined) return;
    this.#timer ??= setTimeout(() => this.#write(true), EVERY_MS).unref();
  }

  /** Call after the last output, when all text is final. */
  close(): void {
    this.#write(false);
    this.#close();
  }

  #write(withRest: boolean): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#fd === undefined) return;
    const settled = Buffer.from(this.#settled);
    this.#settled = '';
    try {
      if (this.#position + settled.length > MAX_BYTES) {
        this.#put(Buffer.concat([settled.subarray(0, MAX_BYTES - this.#position), Buffer.from(CUT)]));
        this.#close();
        return;
      }
      this.#put(settled);
      this.#position += settled.length;
      if (withRest) this.#put(Buffer.from(this.#rest()));
    } catch (error) {
      log.warn('The text of a terminal can’t be kept any further', error);
      this.#close();
    }
  }

  #put(bytes: Buffer): void {
    if (this.#fd === undefined) return;
    for (let at = 0; at < bytes.length;) at += writeSync(this.#fd, bytes, at, bytes.length - at, this.#position + at);
    ftruncateSync(this.#fd, this.#position + bytes.length);
  }

  #close(): void {
    clearTimeout(this.#timer);
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }
}
