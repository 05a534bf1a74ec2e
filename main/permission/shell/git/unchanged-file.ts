import { statSync } from 'node:fs';
import type { LRUCache } from 'lru-cache';
import { readBoundedBytes } from '#main/tool/read-bounded.ts';

export interface Known<T> {
  readonly stamp: string;
  readonly value: T;
}

/**
 * What was found in a file of a repository, until the file changes: reading a large one takes milliseconds.
 * @throws when it is missing, too large or can't be read.
 */
export function untilChanged<T extends object>(
  cache: LRUCache<string, Known<T>>,
  file: string,
  maxBytes: number,
  read: (bytes: Buffer) => T,
): T {
  // Of the target, if it is a link.
  const { ino, size, mtimeMs, ctimeMs } = statSync(file);
  const stamp = [ino, size, mtimeMs, ctimeMs].join(' ');
  const before = cache.get(file);
  if (before?.stamp === stamp) return before.value;
  const found = readBoundedBytes(file, maxBytes);
  if (found.kind !== 'bytes') throw new Error('a file of the repository that can’t be read');
  const value = read(found.bytes);
  cache.set(file, { stamp, value });
  return value;
}
