import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { readBoundedBytes } from '#main/tool/read-bounded.ts';
import type { GitFolder } from './git-folder.ts';

const MAX_INDEX_BYTES = 256 * 1024 * 1024;

/**
 * Whether git tracks a file, told from the index's bytes: running git in a folder nobody trusts yet could run what its
 * configuration names. Unsure means yes (the file then counts as the repository's).
 * Format: https://git-scm.com/docs/index-format
 */
export function isTracked(git: GitFolder, file: string): boolean {
  const name = relative(git.root, file).split(sep).join('/');
  try {
    const shared = readdirSync(git.gitDir).filter((entry) => entry.startsWith('sharedindex.'));
    return ['index', ...shared].some((entry) => {
      const read = readBoundedBytes(join(git.gitDir, entry), MAX_INDEX_BYTES);
      return read.kind === 'bytes' ? indexNames(read.bytes, name) : read.kind === 'unreadable';
    });
  } catch {
    return true;
  }
}

function indexNames(bytes: Buffer, name: string): boolean {
  if (bytes.toString('latin1', 0, 4) !== 'DIRC') return true;
  const version = bytes.readUInt32BE(4);
  // A sparse index lists whole folders instead of their files.
  if (bytes.includes('sdir', 0, 'latin1')) return true;
  // Where file names ignore case, another spelling of the name lands in the same file.
  const wanted = Buffer.from(name, 'utf8').toString('latin1').toLowerCase();
  if (version === 2 || version === 3) return bytes.toString('latin1').toLowerCase().includes(wanted);
  return version === 4 ? compressedNames(bytes).some((entry) => entry.toLowerCase() === wanted) : true;
}

/** Version 4 writes each name as what changes against the one before. Works for SHA-1 repositories; others throw or match nothing known. */
function compressedNames(bytes: Buffer): string[] {
  const names: string[] = [];
  let offset = 12;
  let previous = '';
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const flags = bytes.readUInt16BE(offset + 60);
    offset += flags & 0x4000 ? 64 : 62;
    let byte = bytes.readUInt8(offset++);
    let strip = byte & 0x7f;
    while (byte & 0x80) {
      byte = bytes.readUInt8(offset++);
      strip = ((strip + 1) << 7) | (byte & 0x7f);
    }
    const end = bytes.indexOf(0, offset);
    if (end === -1 || strip > previous.length) throw new Error('not an index this reader knows');
    previous = previous.slice(0, previous.length - strip) + bytes.toString('latin1', offset, end);
    names.push(previous);
    offset = end + 1;
  }
  return names;
}
