import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { isMissing } from './audit-files.ts';

/** The end of a file so far. */
export interface ChainEnd {
  /** Number of lines, including the header. */
  readonly lines: number;
  /** Hash of the last line. */
  readonly hash: string;
}

const HEAD = /^ *(\d{1,15}) ([0-9a-f]{64})\n$/;

const headText = ({ lines, hash }: ChainEnd): string => `${String(lines).padStart(15)} ${hash}\n`;

/**
 * A small file beside the chain file being written, with its current end, so that truncation is noticed even when the program was killed.
 * Always the same length, overwritten after each line; may be one line behind, never ahead.
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

  write(end: ChainEnd): void {
    writeSync(this.#fd, headText(end), 0);
  }

  close(): void {
    closeSync(this.#fd);
  }

  /** Call when the end is in the index. */
  remove(): void {
    this.close();
    rmSync(this.#path, { force: true });
  }
}

/** `undefined` when there is none, `damaged` when it isn't exactly what `write` writes. */
export function readHead(file: string): ChainEnd | 'damaged' | undefined {
  let text: string;
  try {
    text = readFileSync(headPath(file), 'latin1');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  const [, lines, hash] = HEAD.exec(text) ?? [];
  if (lines === undefined || hash === undefined) return 'damaged';
  const end = { lines: Number(lines), hash };
  return headText(end) === text ? end : 'damaged';
}

export const headPath = (file: string): string => `${file}.head`;
