import { closeSync, openSync, readSync } from 'node:fs';

const CHUNK_BYTES = 256 * 1024;
/** Far longer than any record; a longer line is not one of ours. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;

export interface FileLine {
  /** From 1. */
  readonly number: number;
  /** Without the newline. */
  readonly bytes: Buffer;
  /** False for a last line without a newline. */
  readonly whole: boolean;
}

/** The lines of a file of any length, with one chunk in memory at a time. @throws the system's error when it can't be read. */
export function* readLines(path: string): Generator<FileLine, void, void> {
  const fd = openSync(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let rest: Buffer = Buffer.alloc(0);
    let number = 0;
    for (let got = readSync(fd, chunk); got > 0 && rest.length <= MAX_LINE_BYTES; got = readSync(fd, chunk)) {
      const bytes = Buffer.concat([rest, chunk.subarray(0, got)]);
      let start = 0;
      for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, start)) {
        number += 1;
        yield { number, bytes: bytes.subarray(start, end), whole: true };
        start = end + 1;
      }
      rest = bytes.subarray(start);
    }
    if (rest.length > 0) yield { number: number + 1, bytes: rest, whole: false };
  } finally {
    closeSync(fd);
  }
}
