import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { createLogger } from '#main/log/logger.ts';

const log = createLogger('terminal');

const EVERY_MS = 250;
/** Settled text is written at once when this much waits, so that no write takes long. Characters. */
const MUCH = 256 * 1024;
/** What a model can still search; the raw output has the whole. Bytes. */
const MAX_BYTES = 64 * 1024 ** 2;
const CUT = '\n[Only the first 64 MB of the text are kept here.]\n';

/**
 * A file that holds, at any moment, what a running command has printed as text: settled lines are appended, and after them stands what is
 * still on its screen, written over as it changes. Never throws: a full disk ends it.
 */
export class LiveTextFile {
  readonly #rest: () => string;
  #fd: number | undefined;
  #settled: string;
  #position = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `text`: what was printed before. `rest` is asked for what is on the screen. */
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

  /** Text that changes no more. */
  settle(text: string): void {
    if (this.#fd === undefined) return;
    this.#settled += text;
    if (this.#settled.length > MUCH) this.#write(false);
  }

  /** Something was printed. */
  touch(): void {
    if (this.#fd === undefined) return;
    this.#timer ??= setTimeout(() => this.#write(true), EVERY_MS).unref();
  }

  /** Nothing more comes; the screen has been settled. */
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
