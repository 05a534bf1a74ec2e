import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { readBounded } from '#main/tool/read-bounded.ts';
import { originSchema, type Origin } from './origins.ts';

const MAX_BYTES = 16 * 1024 * 1024;
/** The oldest are forgotten. */
const MAX_KEPT = 50_000;

/** Pairs of a file that was written anew, by inode and birth, and the origin of its content. */
const pairsSchema = z.array(z.tuple([z.string(), originSchema]));

export interface RestoredOriginsOptions {
  /** Real, absolute. */
  readonly projectDir: string;
  readonly storeDir: string;
}

/**
 * Files that a restore wrote anew, in whichever session and process: such a file is a new one to the file system, and is what it was made
 * from to whoever asks whether a checkpoint left it out.
 */
export class RestoredOrigins {
  readonly #projectDir: string;
  readonly #file: string;

  constructor({ projectDir, storeDir }: RestoredOriginsOptions) {
    this.#projectDir = projectDir;
    this.#file = join(storeDir, 'restored-origins.json');
  }

  /** By `fileKey`. */
  read(): ReadonlyMap<string, Origin> {
    const read = readBounded(this.#file, MAX_BYTES);
    if (read.kind !== 'text') return new Map();
    try {
      return new Map(pairsSchema.parse(JSON.parse(read.text)));
    } catch {
      return new Map();
    }
  }

  /**
   * To be called when files have been written anew.
   * @param paths from the project folder.
   * @param origins where what was written comes from, as a checkpoint knew it; none for a file that no checkpoint can have left out.
   * @throws the system's error when that can't be kept.
   */
  async note(paths: readonly string[], origins: ReadonlyMap<string, Origin>): Promise<void> {
    const written = paths.flatMap((path) => [origins.get(path)].flatMap((origin) => (origin ? [{ path, origin }] : [])));
    if (written.length === 0) return;
    const known = new Map(this.read());
    for (const { path, origin } of written) {
      const stat = lstatSync(join(this.#projectDir, path), { bigint: true, throwIfNoEntry: false });
      if (stat === undefined || stat.birthtimeNs === 0n) continue;
      known.set(fileKey(stat.ino, stat.birthtimeNs), known.get(fileKey(origin.inode, origin.born)) ?? origin);
    }
    await writeFileAtomic(this.#file, JSON.stringify([...known].slice(-MAX_KEPT)), { mode: 0o600 });
  }
}

/** Names a file whatever it is called. @param born nanoseconds. */
export function fileKey(inode: bigint | string, born: bigint | string): string {
  return `${inode} ${born}`;
}
