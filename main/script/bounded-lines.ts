import { StringDecoder } from 'node:string_decoder';

/** Splits what a process prints into lines, the longest of `maxBytes`. */
export class BoundedLines {
  readonly #maxBytes: number;
  readonly #decoder = new StringDecoder('utf8');
  #parts: string[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The lines that are now complete. `undefined`: one is too long, and nothing more may be read. */
  push(chunk: Buffer): string[] | undefined {
    const lines: string[] = [];
    let from = 0;
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, from)) {
      if (!this.#keep(chunk.subarray(from, end))) return undefined;
      lines.push(this.#parts.join(''));
      this.#parts = [];
      this.#bytes = 0;
      from = end + 1;
    }
    return this.#keep(chunk.subarray(from)) ? lines : undefined;
  }

  #keep(bytes: Buffer): boolean {
    this.#bytes += bytes.length;
    if (this.#bytes > this.#maxBytes) return false;
    this.#parts.push(this.#decoder.write(bytes));
    return true;
  }
}
