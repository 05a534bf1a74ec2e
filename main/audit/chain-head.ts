import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { isMissing } from './audit-files.ts';

/** How far a file had got. */
export interface ChainEnd {
  /** With the header. */
  readonly lines: number;
  /** Of its last line. */
  readonly hash: string;
}

const HEAD = /^ *(\d{1,15}) ([0-9a-f]{64})\n$/;

/**
 * A small file beside a chain file that is being written, saying how far it had got, so that a cut end is noticed even when the
 * program was killed. Always the same length, written in place after each line; may be one line behind, never ahead.
 */
export class ChainHead {
  readonly #path: string;
  readonly #fd: number;

  private constructor(path: string, fd: number) {
    this.#path = path;
    this.#fd = fd;
  }

  static create(file: string): ChainHead {
    const path = headPath(file);
    return new ChainHead(path, openSync(path, 'wx', 0o600));
  }

  write({ lines, hash }: ChainEnd): void {
    writeSync(this.#fd, `${String(lines).padStart(15)} ${hash}\n`, 0);
  }

  close(): void {
    closeSync(this.#fd);
  }

  /** The index knows the end now. */
  remove(): void {
    this.close();
    rmSync(this.#path, { force: true });
  }
}

/** `undefined` when there is none, `damaged` when it can't be understood. */
export function readHead(file: string): ChainEnd | 'damaged' | undefined {
  let text: string;
  try {
    text = readFileSync(headPath(file), 'latin1');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  const [, lines, hash] = HEAD.exec(text) ?? [];
  return lines === undefined || hash === undefined ? 'damaged' : { lines: Number(lines), hash };
}

export const headPath = (file: string): string => `${file}.head`;
