import { lstatSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { isInside } from '#main/tool/is-inside.ts';
import { readBounded, readBoundedBytes } from '#main/tool/read-bounded.ts';

const MAX_INDEX_BYTES = 256 * 1024 * 1024;
const MAX_CONFIG_BYTES = 1024 * 1024;
const HEADER_BYTES = 12;
/** Length of an index entry's times, numbers, mode and size, which precede the hash. */
const STAT_BYTES = 40;
const MODE_AT = 24;
const LINK_MODE = 0o160000;
/** Files, executable or not and as written by old versions of git, symbolic links, folders left out of a sparse index, and links. */
const MODES: ReadonlySet<number> = new Set([0o100644, 0o100755, 0o100664, 0o120000, 0o040000, LINK_MODE]);
const LINK_MODE_BYTES = Buffer.from([0, 0, 0xe0, 0]);
const EXTENDED_FLAG = 0x4000;

/** Links found in an index, cached until its file changes: reading a large one takes milliseconds. */
const known = new LRUCache<string, { readonly stamp: string; readonly links: readonly string[] }>({ max: 20 });

/**
 * Work trees of the checked-out repositories that a repository's index links to (its submodules, which only the index lists completely):
 * git enters them like the outer one. Undefined when the index can't be read.
 */
export function linkedRepositories(gitDir: string, workTree: string): readonly string[] | undefined {
  try {
    return linkedFolders(gitDir, workTree)?.filter((root) => lstatSync(path.join(root, '.git'), { throwIfNoEntry: false }) !== undefined);
  } catch {
    // `undefined` says that it can't be told.
    return undefined;
  }
}

/** The same, whether or not they exist on disk. */
export function linkedFolders(gitDir: string, workTree: string): readonly string[] | undefined {
  try {
    const links = indexFiles(gitDir).flatMap((name) => linksOf(path.join(gitDir, name), gitDir));
    const roots = links.map((link) => path.join(workTree, link));
    return roots.every((root) => root !== workTree && isInside(root, workTree)) ? roots : undefined;
  } catch {
    // `undefined` says that it can't be told.
    return undefined;
  }
}

/** A split index keeps most of its entries in another file. */
function indexFiles(gitDir: string): readonly string[] {
  const names = lstatSync(gitDir, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(gitDir);
  return names.filter((name) => name === 'index' || name.startsWith('sharedindex.'));
}

/** @throws when the file can't be read. */
function linksOf(file: string, gitDir: string): readonly string[] {
  // Of the target, if it is a link.
  const { ino, size, mtimeMs, ctimeMs } = statSync(file);
  const stamp = [ino, size, mtimeMs, ctimeMs].join(' ');
  const before = known.get(file);
  if (before?.stamp === stamp) return before.links;
  const read = readBoundedBytes(file, MAX_INDEX_BYTES);
  if (read.kind !== 'bytes') throw new Error('an index that can’t be read');
  // Fast path: hardly any index has one, and searching for these bytes is quick.
  const links = read.bytes.includes(LINK_MODE_BYTES) ? linksIn(read.bytes, hashBytes(gitDir)) : [];
  known.set(file, { stamp, links });
  return links;
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
 * Paths of the entries that link to a commit of another repository. Format: https://git-scm.com/docs/index-format
 * @throws when the bytes are not a valid index.
 */
function linksIn(index: Buffer, hashLength: number): string[] {
  const version = index.readUInt32BE(4);
  if (index.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) throw new Error('not an index this reader knows');
  const links: string[] = [];
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
    if (mode === LINK_MODE) links.push(previous.toString('utf8'));
    // Before version 4 entries are padded with 1 to 8 zeros to a multiple of 8 bytes.
    start = version === 4 ? end + 1 : start + (Math.floor((end - start) / 8) + 1) * 8;
  }
  return links;
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
