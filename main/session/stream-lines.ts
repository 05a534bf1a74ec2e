import { closeSync, openSync, readSync } from 'node:fs';

const CHUNK_BYTES = 1024 * 1024;
/** Longer lines hold results, never decisions. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;
const NEWLINE = 0x0a;

export interface LogLine {
  /** Without its newline. Valid until the next line is read. */
  readonly bytes: Buffer;
  /** Offset of the next line. */
  readonly end: number;
}

/**
 * The complete lines of a log of any length from an offset on, with little of it in memory. The last line may still be being written;
 * very long lines are skipped.
 * @throws the system's error when it can't be read.
 */
export function* readLogLines(file: string, from = 0): Generator<LogLine, void, void> {
  const fd = openSync(file, 'r');
  try {
    let rest: Buffer = Buffer.alloc(0);
    let skipping = false;
    for (let position = from; ;) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const length = readSync(fd, chunk, 0, chunk.length, position);
      if (length === 0) return;
      position += length;
      const bytes = Buffer.concat([rest, chunk.subarray(0, length)]);
      let start = 0;
      for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
        if (!skipping) yield { bytes: bytes.subarray(start, end), end: position - bytes.length + end + 1 };
        skipping = false;
        start = end + 1;
      }
      skipping ||= bytes.length - start > MAX_LINE_BYTES;
      rest = skipping ? Buffer.alloc(0) : bytes.subarray(start);
    }
  } finally {
    closeSync(fd);
  }
}
