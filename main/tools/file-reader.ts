import { closeSync, constants, openSync, read, readFile, readFileSync, readSync } from 'node:fs';
import { promisify } from 'node:util';

const readAsync = promisify(read);
const readFileAsync = promisify(readFile);

/** Most files fit into one piece. */
export const PIECE_BYTES = 64 * 1024;
/** Some file systems report a size of 0. */
const MIN_PIECE_BYTES = 16 * 1024;
/** A disk that takes this long to open a file is too slow for reading in this thread. */
const SLOW_MS = 4;

/**
 * An open file. Opening it and reading one piece happen in this thread, since passing that to another takes several times as long as the
 * work itself; where the disk is slow, and for whatever is longer, other threads read.
 */
export class FileReader {
  readonly fd: number;
  readonly #isFast: boolean;

  /** Follows no link at the end of the path, and doesn't wait for the writer of a named pipe. Throws Node's errors. */
  constructor(path: string) {
    const begun = performance.now();
    this.fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    this.#isFast = performance.now() - begun < SLOW_MS;
  }

  /** The first piece of a file of about `size` bytes: all of it, if it isn't longer. */
  async readStart(size: number): Promise<Buffer> {
    const buffer = Buffer.allocUnsafe(Math.min(PIECE_BYTES, Math.max(MIN_PIECE_BYTES, size + 1)));
    const length = this.#isFast ? readSync(this.fd, buffer, 0, buffer.length, 0) : await this.read(buffer, 0);
    return buffer.subarray(0, length);
  }

  /** Fills `buffer` from `position` as far as one read does. Returns the number of bytes, 0 at the end. */
  async read(buffer: Buffer, position: number): Promise<number> {
    return (await readAsync(this.fd, buffer, 0, buffer.length, position)).bytesRead;
  }

  /** The whole file, of about `size` bytes. */
  async readAll(size: number): Promise<Buffer> {
    return this.#isFast && size < PIECE_BYTES ? readFileSync(this.fd) : readFileAsync(this.fd);
  }

  close(): void {
    closeSync(this.fd);
  }
}
