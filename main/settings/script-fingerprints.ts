import { createHash } from 'node:crypto';
import { readBoundedBytes, type FileText } from '#main/tool/read-bounded.ts';
import { statOf } from './file-stat.ts';

/** Bytes of one repository's scripts that are read; what lies beyond is told apart by its file alone. */
const MAX_BYTES = 64 * 1024 * 1024;

/** What tells a content of scripts from another. Nothing of them is kept: a repository may bring many, and large ones. */
export class ScriptFingerprints {
  #left = MAX_BYTES;

  /** A hash of the content; of a script that is too large its times and size, so that whoever writes to it is noticed too. */
  of(path: string): FileText {
    const read = readBoundedBytes(path, this.#left);
    if (read.kind === 'bytes') {
      this.#left -= read.bytes.length;
      return { kind: 'text', text: createHash('sha256').update(read.bytes).digest('hex') };
    }
    if (read.kind === 'missing' || read.tooLarge !== true) return read;
    const stat = statOf(path);
    return stat ? { kind: 'text', text: [stat.ino, stat.size, stat.mtimeMs, stat.ctimeMs].join(' ') } : { kind: 'missing' };
  }
}
