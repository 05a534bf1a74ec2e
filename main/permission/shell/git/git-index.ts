import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { readBounded } from '#main/tool/read-bounded.ts';
import { type Known, untilChanged } from './unchanged-file.ts';

const MAX_INDEX_BYTES = 256 * 1024 * 1024;
const MAX_CONFIG_BYTES = 1024 * 1024;
const HEADER_BYTES = 12;
/** Length of an index entry's times, numbers, mode and size, which precede the hash. */
const STAT_BYTES = 40;
const MODE_AT = 24;
const LINK_MODE = 0o160000;
const FOLDER_MODE = 0o040000;
/** Files, executable or not and as written by old versions of git, symbolic links, folders left out of a sparse index, and links. */
const MODES: ReadonlySet<number> = new Set([0o100644, 0o100755, 0o100664, 0o120000, FOLDER_MODE, LINK_MODE]);
const LINK_MODE_BYTES = Buffer.from([0, 0, 0xe0, 0]);
const EXTENDED_FLAG = 0x4000;

interface IndexEntry {
  readonly name: string;
  readonly mode: number;
}

/**
 * Paths of the links to commits of other repositories (submodules) in a repository's index.
 * @throws when it can't be read.
 */
export function indexLinks(gitDir: string): readonly string[] {
  return indexFiles(gitDir).flatMap((file) =>
    // Fast path: hardly any index has one, and searching for these bytes is quick.
    cached(links, file, (bytes) =>
      bytes.includes(LINK_MODE_BYTES) ? entriesIn(bytes, gitDir).flatMap(({ name, mode }) => (mode === LINK_MODE ? [name] : [])) : [],
    ),
  );
}

/**
 * Paths of all files in a repository's index, perhaps with some that were removed from a split one; `undefined` without one, and where it can't
 * be read, leaves out folders or links to other repositories, whose files some settings show too.
 */
export function trackedPaths(gitDir: string): readonly string[] | undefined {
  try {
    const entries = indexFiles(gitDir).map((file) => cached(tracked, file, (bytes) => entriesIn(bytes, gitDir)));
    if (entries.length === 0) return undefined;
    const all = entries.flat();
    return all.some(({ mode }) => mode === FOLDER_MODE || mode === LINK_MODE) ? undefined : all.map(({ name }) => name);
  } catch {
    // `undefined` says that it can't be told.
    return undefined;
  }
}

/** A split index keeps most of its entries in another file. */
function indexFiles(gitDir: string): readonly string[] {
  const names = lstatSync(gitDir, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(gitDir);
  return names.filter((name) => name === 'index' || name.startsWith('sharedindex.')).map((name) => path.join(gitDir, name));
}

const links = new LRUCache<string, Known<readonly string[]>>({ max: 20 });
const tracked = new LRUCache<string, Known<readonly IndexEntry[]>>({ max: 4 });

/** @throws when the file can't be read. */
function cached<T extends object>(cache: LRUCache<string, Known<T>>, file: string, read: (bytes: Buffer) => T): T {
  return untilChanged(cache, file, MAX_INDEX_BYTES, read);
}

/** @throws when the hash format isn't stated plainly. */
function hashBytes(gitDir: string): number {
  const common = readBounded(path.join(gitDir, 'commondir'), MAX_CONFIG_BYTES);
  const folders = common.kind === 'text' ? [gitDir, path.resolve(gitDir, common.text.trimEnd())] : [gitDir];
  const texts = folders.map((folder) => readBounded(path.join(folder, 'config'), MAX_CONFIG_BYTES));
  const said = texts.flatMap((read) => (read.kind === 'text' ? [...read.text.matchAll(/objectformat(.*)/giu)] : []));
  const formats = new Set(said.map(([, value = '']) => /^\s*=\s*(sha1|sha256)\s*$/iu.exec(value)?.[1]?.toLowerCase()));
  const [format] = formats;
  if (formats.size > 1 || (formats.size === 1 && format === undefined)) throw new Error('hashes of an unknown kind');
  return format === 'sha256' ? 32 : 20;
}

/**
 * Format: https://git-scm.com/docs/index-format
 * @throws when the bytes are not a valid index.
 */
function entriesIn(index: Buffer, gitDir: string): IndexEntry[] {
  const hashLength = hashBytes(gitDir);
  const version = index.readUInt32BE(4);
  if (index.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) throw new Error('not an index this reader knows');
  const entries: IndexEntry[] = [];
  let start = HEADER_BYTES;
  let previous = Buffer.alloc(0);
  for (let left = index.readUInt32BE(8); left > 0; left -= 1) {
    const flagsAt = start + STAT_BYTES + hashLength;
    const nameAt = flagsAt + (index.readUInt16BE(flagsAt) & EXTENDED_FLAG ? 4 : 2);
    const { kept, at } = version === 4 ? keptOf(index, nameAt, previous) : { kept: Buffer.alloc(0), at: nameAt };
    const end = index.indexOf(0, at);
    if (end < 0) throw new Error('not an index this reader knows');
    previous = Buffer.concat([kept, index.subarray(at, end)]);
    const mode = index.readUInt32BE(start + MODE_AT);
    if (!MODES.has(mode)) throw new Error('not an index this reader knows');
    entries.push({ name: previous.toString('utf8'), mode });
    // Before version 4 entries are padded with 1 to 8 zeros to a multiple of 8 bytes.
    start = version === 4 ? end + 1 : start + (Math.floor((end - start) / 8) + 1) * 8;
  }
  return entries;
}

/** Version 4 compresses names: how many characters to drop from the end of the previous one, and what to append. */
function keptOf(index: Buffer, nameAt: number, previous: Buffer): { readonly kept: Buffer; readonly at: number } {
  let at = nameAt;
  let byte = index.readUInt8(at++);
  let strip = byte & 0x7f;
  while (byte & 0x80) {
    byte = index.readUInt8(at++);
    strip = ((strip + 1) << 7) | (byte & 0x7f);
  }
  if (strip < 0 || strip > previous.length) throw new Error('not an index this reader knows');
  return { kept: previous.subarray(0, previous.length - strip), at };
}
