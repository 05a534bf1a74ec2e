import { StringDecoder } from 'node:string_decoder';

/** Splits a process's output into lines of at most `maxBytes`. */
export class BoundedLines {
  readonly #maxBytes: number;
  readonly #decoder = new StringDecoder('utf8');
  #parts: string[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Returns the lines that are now complete; `undefined` if one is too long, and then reading must stop. */
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
