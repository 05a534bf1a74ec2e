import { errorMessage } from '#shared/error-message.ts';
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { isMissing } from '#shared/error-code.ts';
import { formatBytes } from '#shared/format-bytes.ts';

interface Missing {
  readonly kind: 'missing';
}

interface Unreadable {
  readonly kind: 'unreadable';
  readonly reason: string;
  readonly tooLarge?: boolean;
}

export type FileText = { readonly kind: 'text'; readonly text: string } | Missing | Unreadable;
export type FileBytes = { readonly kind: 'bytes'; readonly bytes: Buffer } | Missing | Unreadable;

/** `readBoundedBytes` as UTF-8. */
export function readBounded(path: string, maxBytes: number): FileText {
  const read = readBoundedBytes(path, maxBytes);
  return read.kind === 'bytes' ? { kind: 'text', text: read.bytes.toString('utf8') } : read;
}

/**
 * Reads a small file that may be hostile. A device, a pipe without a writer or an endless file (a link into `/proc`, where
 * sizes are reported as 0) is refused instead of hanging. Never throws.
 */
export function readBoundedBytes(path: string, maxBytes: number): FileBytes {
  let fd: number | undefined;
  try {
    // Most of these files don't exist, and checking first is cheaper than throwing.
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return { kind: 'missing' };
    // Without O_NONBLOCK opening a named pipe waits for its writer.
    fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(fd);
    if (!stat.isFile()) return { kind: 'unreadable', reason: 'It is not a regular file.' };
    const bytes = stat.size > maxBytes ? undefined : readUpTo(fd, maxBytes, stat.size);
    if (!bytes) return { kind: 'unreadable', reason: `It is larger than ${formatBytes(maxBytes)}.`, tooLarge: true };
    return { kind: 'bytes', bytes };
  } catch (error) {
    if (isMissing(error)) return { kind: 'missing' };
    return { kind: 'unreadable', reason: errorMessage(error) };
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** Reads to the end, whatever size the file reported; `undefined` when it is longer than `maxBytes`. */
function readUpTo(fd: number, maxBytes: number, expected: number): Buffer | undefined {
  let buffer = Buffer.alloc(expected + 1);
  for (let length = 0; ;) {
    if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(2 * length, maxBytes + 1));
    const read = readSync(fd, buffer, length, buffer.length - length, null);
    if (read === 0) return buffer.subarray(0, length);
    length += read;
    if (length > maxBytes) return undefined;
  }
}
