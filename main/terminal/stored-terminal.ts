import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { AppError } from '#shared/contract/app-error.ts';

const summarySchema = z.object({
  cols: z.number().int(),
  rows: z.number().int(),
  exitCode: z.number().int().nullable(),
  /** UTF-16 units printed in all. */
  length: z.number().int().nonnegative(),
});
/** What is kept of a finished terminal beside its output. */
export type TerminalSummary = z.infer<typeof summarySchema>;

/** Where it can't be written (the disk is full) the terminal is shown without it; what the command did is more important. Never rejects. */
export async function writeSummary(outputPath: string, summary: TerminalSummary): Promise<void> {
  try {
    await writeFile(summaryPath(outputPath), JSON.stringify(summary), { mode: 0o600 });
  } catch {
    // As after a kill: see `readSummary`.
  }
}

/** `undefined` when the terminal never finished (Gatehouse was killed) or the file is damaged. */
export function readSummary(outputPath: string): TerminalSummary | undefined {
  try {
    return summarySchema.parse(JSON.parse(readFileSync(summaryPath(outputPath), 'utf8')));
  } catch {
    return undefined;
  }
}

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

function summaryPath(outputPath: string): string {
  return path.format({ dir: path.dirname(outputPath), name: path.basename(outputPath, '.log'), ext: '.json' });
}
