import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, readlink } from 'node:fs/promises';
import { gitModeOf, isRacy, MAX_FILE_BYTES, stampOf, type FileEntry } from './file-entry.ts';

export type FileRead =
  | { readonly type: 'content'; readonly bytes: Buffer; readonly entry: Omit<FileEntry, 'blob'> }
  | { readonly type: 'left out'; readonly reason: 'large' | 'special' | 'unreadable' }
  | { readonly type: 'gone' };

/** A file or a link's own text, with the stamp that belongs to just these bytes. Follows no link in the last part, waits for no pipe. */
export async function readForCheckpoint(path: string): Promise<FileRead> {
  try {
    const stat = await lstat(path, { bigint: true });
    if (stat.isSymbolicLink()) return content(await readlink(path, { encoding: 'buffer' }), stat, Date.now());
    if (!stat.isFile()) return { type: 'left out', reason: 'special' };
    return await readRegular(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { type: 'gone' };
    // A link or a folder by now.
    if (code === 'ELOOP' || code === 'EISDIR') return { type: 'gone' };
    if (code === 'EACCES' || code === 'EPERM' || code === 'EIO') return { type: 'left out', reason: 'unreadable' };
    throw error;
  }
}

async function readRegular(path: string): Promise<FileRead> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const before = await file.stat({ bigint: true });
    if (!before.isFile()) return { type: 'left out', reason: 'special' };
    if (before.size > MAX_FILE_BYTES) return { type: 'left out', reason: 'large' };
    const readAt = Date.now();
    // One byte more than it should have tells that it grows.
    const room = Buffer.alloc(Number(before.size) + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await file.read(room, length, room.length - length, length);
      length += bytesRead;
      if (bytesRead === 0 || length === room.length) break;
    }
    const after = await file.stat({ bigint: true });
    const still = stampOf(before) === stampOf(after) && BigInt(length) === after.size;
    // One that is being written gets a stamp it will not have again.
    return content(room.subarray(0, length), after, still ? readAt : Infinity);
  } finally {
    await file.close();
  }
}

function content(bytes: Buffer, stat: BigIntStats, readAt: number): FileRead {
  return {
    type: 'content',
    bytes,
    entry: {
      stamp: stampOf(stat),
      mode: gitModeOf(stat),
      perm: Number(stat.mode & 0o777n),
      bytes: bytes.length,
      racy: readAt === Infinity || isRacy(stat, readAt),
    },
  };
}
