import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

export type FileText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly reason: string; readonly tooLarge?: boolean };

/**
 * Reads a small text file that may be hostile: a device, a pipe nobody writes to, or an endless one is refused
 * instead of hanging. Never throws.
 */
export function readBounded(path: string, maxBytes: number): FileText {
  let fd: number | undefined;
  try {
    // Without O_NONBLOCK opening a named pipe waits for its writer.
    fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(fd);
    if (!stat.isFile()) return { kind: 'unreadable', reason: 'It is not a regular file.' };
    if (stat.size > maxBytes) return { kind: 'unreadable', reason: `It is larger than ${formatSize(maxBytes)}.`, tooLarge: true };
    return { kind: 'text', text: readFileSync(fd, 'utf8') };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' };
    return { kind: 'unreadable', reason: error instanceof Error ? error.message : String(error) };
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

function formatSize(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MiB` : `${Math.round(bytes / 1024)} KiB`;
}
