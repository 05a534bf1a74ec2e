import { join } from 'node:path';
import { type BigIntStats, closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, readSync } from 'node:fs';
import { lstat, open, readlink } from 'node:fs/promises';
import { visitInSlices } from '#main/tool/in-slices.ts';
import { errorCode } from '#shared/error-code.ts';
import { CheckpointError } from '../checkpoint-error.ts';
import { type FileEntry, gitModeOf, isRacy, MAX_FILE_BYTES, stampOf } from './file-entry.ts';
import type { LeftOutList } from './left-out.ts';
import { visitFiles } from './visit-files.ts';
import type { TreeWriter } from '../store/tree-writer.ts';

/** Maximum new content of one checkpoint. */
const MAX_NEW_BYTES = 1024 ** 3;

export interface ChangedFiles {
  readonly entries: ReadonlyMap<string, FileEntry>;
  /** Removed since they were listed, or no longer readable. */
  readonly missing: readonly string[];
  /** Total size of the files that were read. */
  readonly bytes: number;
}

/** Reads files and passes their contents to the store. @throws CheckpointError when they are too large. */
export async function readChanged(
  projectDir: string,
  paths: readonly string[],
  writer: TreeWriter,
  leftOut: LeftOutList,
  signal?: AbortSignal,
): Promise<ChangedFiles> {
  const read = new Map<string, { readonly answer: number; readonly entry: Omit<FileEntry, 'blob'> }>();
  const missing: string[] = [];
  let bytes = 0;
  await visitFiles(paths, {
    readSync: (path) => readForCheckpointNow(join(projectDir, path)),
    readAsync: (path) => readForCheckpoint(join(projectDir, path)),
    visit: (path, found) => {
      if (signal?.aborted) throw new CheckpointError('it was cancelled');
      if (found.type !== 'content') {
        missing.push(path);
        if (found.type === 'left out') leftOut.add(path, found.reason);
        return undefined;
      }
      bytes += found.bytes.length;
      if (bytes > MAX_NEW_BYTES) throw new CheckpointError('the files that git doesn’t ignore are more than 1 GB');
      read.set(path, { answer: writer.blob(found.bytes), entry: found.entry });
      return writer.drained();
    },
  });
  const ids = await writer.ids();
  const entries = new Map<string, FileEntry>();
  await visitInSlices(read, ([path, { answer, entry }]) => entries.set(path, { ...entry, blob: ids[answer] ?? '' }));
  return { entries, missing, bytes };
}

type FileRead =
  | { readonly type: 'content'; readonly bytes: Buffer; readonly entry: Omit<FileEntry, 'blob'> }
  | { readonly type: 'left out'; readonly reason: 'large' | 'special' | 'unreadable' }
  | { readonly type: 'gone' };

/** Files up to this size are read in a fraction of a millisecond. */
const MAX_NOW_BYTES = 512 * 1024;
/** Doesn't follow a link in the last part, or wait for a pipe. */
const HOW = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Reads a file or the text of a link, with the stamp that belongs to exactly these bytes. Asynchronous. */
async function readForCheckpoint(path: string): Promise<FileRead> {
  try {
    const stat = await lstat(path, { bigint: true });
    if (stat.isSymbolicLink()) return content(await readlink(path, { encoding: 'buffer' }), stat, Date.now());
    if (!stat.isFile()) return { type: 'left out', reason: 'special' };
    const file = await open(path, HOW);
    try {
      const before = await file.stat({ bigint: true });
      const unfit = whyNot(before);
      if (unfit) return unfit;
      const readAt = Date.now();
      const buffer = Buffer.alloc(Number(before.size));
      let length = 0;
      while (length < buffer.length) {
        const { bytesRead } = await file.read(buffer, length, buffer.length - length, length);
        if (bytesRead === 0) break;
        length += bytesRead;
      }
      return asRead(buffer.subarray(0, length), { before, after: await file.stat({ bigint: true }), readAt });
    } finally {
      await file.close();
    }
  } catch (error) {
    return failedRead(error);
  }
}

/** Like `readForCheckpoint`, synchronously. `undefined`: it is too large for that. */
function readForCheckpointNow(path: string): FileRead | undefined {
  try {
    const stat = lstatSync(path, { bigint: true });
    if (stat.isSymbolicLink()) return content(readlinkSync(path, { encoding: 'buffer' }), stat, Date.now());
    if (!stat.isFile()) return { type: 'left out', reason: 'special' };
    const file = openSync(path, HOW);
    try {
      const before = fstatSync(file, { bigint: true });
      const unfit = whyNot(before);
      if (unfit) return unfit;
      if (before.size > MAX_NOW_BYTES) return undefined;
      const readAt = Date.now();
      const buffer = Buffer.alloc(Number(before.size));
      let length = 0;
      while (length < buffer.length) {
        const bytesRead = readSync(file, buffer, length, buffer.length - length, length);
        if (bytesRead === 0) break;
        length += bytesRead;
      }
      return asRead(buffer.subarray(0, length), { before, after: fstatSync(file, { bigint: true }), readAt });
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return failedRead(error);
  }
}

function whyNot(stat: BigIntStats): FileRead | undefined {
  if (!stat.isFile()) return { type: 'left out', reason: 'special' };
  return stat.size > MAX_FILE_BYTES ? { type: 'left out', reason: 'large' } : undefined;
}

interface Reading {
  readonly before: BigIntStats;
  readonly after: BigIntStats;
  readonly readAt: number;
}

/** A file that is being written, or grows, gets a stamp it will not have again. */
function asRead(bytes: Buffer, { before, after, readAt }: Reading): FileRead {
  const still = stampOf(before) === stampOf(after) && BigInt(bytes.length) === after.size;
  return content(bytes, after, still ? readAt : Infinity);
}

function failedRead(error: unknown): FileRead {
  const code = errorCode(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return { type: 'gone' };
  // It has become a link or a folder.
  if (code === 'ELOOP' || code === 'EISDIR') return { type: 'gone' };
  if (code === 'EACCES' || code === 'EPERM' || code === 'EIO') return { type: 'left out', reason: 'unreadable' };
  throw error;
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
      born: stat.birthtimeNs > 0n ? String(stat.birthtimeNs) : undefined,
    },
  };
}
