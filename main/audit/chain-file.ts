import { closeSync, ftruncateSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { OpenFileLink } from '#main/tool/open-file-link.ts';
import { ChainHead, headPath, type ChainEnd } from './chain-head.ts';
import { sealLine } from './sealed-line.ts';

/** One file of a chain that this process writes. Every line is passed to the system before `append` returns. */
export class ChainFile {
  readonly path: string;
  /** Hash of the first line. */
  readonly headerHash: string;
  readonly #fd: number;
  readonly #link: OpenFileLink;
  readonly #head: ChainHead;
  #size = 0;
  #end: ChainEnd;
  /** The file ends with a partial line that could not be cut off yet. */
  #torn = false;

  private constructor(path: string, fd: number, head: ChainHead, prev: string, header: object) {
    this.path = path;
    this.#fd = fd;
    this.#link = new OpenFileLink(path, fd);
    this.#head = head;
    this.#end = { lines: 0, hash: prev };
    this.append(header);
    this.headerHash = this.#end.hash;
  }

  /** @throws the system's error; then no file is left. */
  static create(path: string, prev: string, header: object): ChainFile {
    const fd = openSync(path, 'ax', 0o600);
    let head: ChainHead | undefined;
    try {
      head = ChainHead.create(path);
      return new ChainFile(path, fd, head, prev, header);
    } catch (error) {
      closeSync(fd);
      head?.close();
      for (const left of [path, headPath(path)]) unlinkQuietly(left);
      throw error;
    }
  }

  /** Whether its path still leads to it. Never throws. */
  get isKept(): boolean {
    return this.#link.isStillLinked();
  }

  get size(): number {
    return this.#size;
  }

  get end(): ChainEnd {
    return this.#end;
  }

  /** @throws the system's error; then the line is not part of the file. */
  append(body: object): void {
    const sealed = sealLine(this.#end.hash, body);
    const bytes = Buffer.from(`${sealed.line}\n`);
    try {
      if (this.#torn) this.#truncate();
      this.#torn = true;
      for (let written = 0; written < bytes.length;) written += writeSync(this.#fd, bytes, written);
    } catch (error) {
      try {
        this.#truncate();
      } catch {
        // Tried again before the next line.
      }
      throw error;
    }
    this.#torn = false;
    this.#size += bytes.length;
    this.#end = { lines: this.#end.lines + 1, hash: sealed.hash };
    this.#head.write(this.#end);
  }

  /** `known`: the end is in the index, so the head is no longer needed. */
  close(known: boolean): void {
    closeSync(this.#fd);
    if (known) this.#head.remove();
    else this.#head.close();
  }

  /** For a file that never became part of the log. */
  discard(): void {
    this.close(true);
    unlinkQuietly(this.path);
  }

  #truncate(): void {
    ftruncateSync(this.#fd, this.#size);
    this.#torn = false;
  }
}

function unlinkQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // What remains is a header at most, which verification ignores.
  }
}
