/** One message; results with images are large. Bytes. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

/** Cuts a byte stream into lines without copying what is still open again and again. */
export class MessageLines {
  #open: Buffer[] = [];
  #length = 0;

  /** The lines that are whole now, blank ones left out. @throws Error when one gets too long. */
  push(chunk: Buffer): string[] {
    const lines: string[] = [];
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      this.#keep(chunk.subarray(from, at));
      const line = Buffer.concat(this.#open).toString('utf8').trim();
      if (line !== '') lines.push(line);
      this.#open = [];
      this.#length = 0;
      from = at + 1;
    }
    this.#keep(chunk.subarray(from));
    return lines;
  }

  #keep(part: Buffer): void {
    if (part.length === 0) return;
    this.#length += part.length;
    if (this.#length > MAX_LINE_BYTES) throw new Error('it sent a message larger than 16 MB');
    this.#open.push(part);
  }
}
