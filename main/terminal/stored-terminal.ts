import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { AppError } from '#shared/contract/app-error.ts';

/** The last part of a finished terminal's output, at most `limit` bytes, from the start of a line. Throws `not_found`. */
export function readOutputTail(outputPath: string, limit: number): { readonly data: string; readonly whole: boolean } {
  let fd: number;
  try {
    fd = openSync(outputPath, 'r');
  } catch (error) {
    throw new AppError('not_found', 'The output of this terminal is no longer on disk.', { cause: error });
  }
  try {
    const { size } = fstatSync(fd);
    const start = Math.max(0, size - limit);
    const bytes = Buffer.alloc(size - start);
    const read = bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, start));
    if (start === 0) return { data: read.toString('utf8'), whole: true };
    // From a line's start, so that neither a character nor an escape sequence is cut in two.
    const newline = read.subarray(0, 64 * 1024).indexOf(10);
    return { data: read.subarray(newline + 1).toString('utf8'), whole: false };
  } finally {
    closeSync(fd);
  }
}
