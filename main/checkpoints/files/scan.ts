import type { BigIntStats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_FILE_BYTES, stampOf, type FileEntry } from './file-entry.ts';
import { visitInSlices } from '#main/tool/in-slices.ts';
import type { LeftOutList } from './left-out.ts';
import type { ListedFiles } from './list-files.ts';
import { visitFiles } from './visit-files.ts';
import { statNow } from './stat-now.ts';

export interface Scan {
  /** Files to read, as their stamp has changed. */
  readonly changed: string[];
  /** Known files that are missing or no longer to be covered. */
  readonly gone: string[];
}

export interface ScanOptions {
  readonly projectDir: string;
  readonly listed: ListedFiles;
  readonly known: ReadonlyMap<string, FileEntry>;
  /**
   * Whether covered files stay covered while they exist. An agent must not be able to remove a file from the checkpoints by making git
   * ignore it.
   */
  readonly keepsKnown: boolean;
  readonly leftOut: LeftOutList;
}

/** Compares the files of a project with what is known about them, using only `lstat`. Doesn't block the event loop. */
export async function scan({ projectDir, listed, known, keepsKnown, leftOut }: ScanOptions): Promise<Scan> {
  const names = new Set<string>();
  await visitInSlices(listed.walked, (path) => names.add(path));
  const extra: string[] = [];
  for (const paths of [listed.tracked, keepsKnown ? known.keys() : []]) {
    await visitInSlices(paths, (path) => {
      if (!names.has(path)) extra.push(path);
    });
  }
  const folders = new RealFolders(projectDir);
  for (const path of extra) if (await folders.holds(path)) names.add(path);

  const changed: string[] = [];
  const covered = new Set<string>();
  await statAll(projectDir, names, (path, stat) => {
    if (stat.isFile() && stat.size > MAX_FILE_BYTES) leftOut.add(path, 'large');
    else if (!stat.isFile() && !stat.isSymbolicLink()) {
      // A folder in place of a known file only means that the file is gone.
      if (!stat.isDirectory()) leftOut.add(path, 'special');
    } else {
      covered.add(path);
      const entry = known.get(path);
      if (!entry || entry.racy || entry.stamp !== stampOf(stat)) changed.push(path);
    }
  });
  const gone: string[] = [];
  await visitInSlices(known.keys(), (path) => {
    if (!covered.has(path)) gone.push(path);
  });
  return { changed, gone };
}

/** Calls `found` for each file that exists. */
function statAll(dir: string, paths: Iterable<string>, found: (path: string, stat: BigIntStats) => void): Promise<void> {
  return visitFiles<BigIntStats | null>(paths, {
    readSync: (path) => statNow(join(dir, path)),
    // Removed since, or not readable: treated as missing.
    readAsync: (path) => lstat(join(dir, path), { bigint: true }).catch(() => null),
    visit: (path, stat) => {
      if (stat) found(path, stat);
      return undefined;
    },
  });
}
/**
 * Tells which paths are inside real folders, without links, and have exactly this name there. Where letter case is ignored, a file that was
 * renamed from `a` to `A` is found under its old name too; taken for two files, one would be removed because of the other. Caches results.
 */
class RealFolders {
  readonly #projectDir: string;
  readonly #known = new Map<string, Promise<ReadonlySet<string>>>();

  constructor(projectDir: string) {
    this.#projectDir = projectDir;
  }

  async holds(path: string): Promise<boolean> {
    const at = path.lastIndexOf('/');
    return (await this.#names(path.slice(0, Math.max(at, 0)))).has(path.slice(at + 1).normalize());
  }

  /** The names in a folder; none where it isn't a real one. */
  #names(dir: string): Promise<ReadonlySet<string>> {
    const known = this.#known.get(dir);
    if (known) return known;
    // Not a real folder.
    const names = this.#read(dir).catch((): ReadonlySet<string> => new Set());
    this.#known.set(dir, names);
    return names;
  }

  async #read(dir: string): Promise<ReadonlySet<string>> {
    const path = join(this.#projectDir, dir);
    if (dir !== '' && !((await this.holds(dir)) && (await lstat(path)).isDirectory())) return new Set();
    return new Set((await readdir(path)).map((name) => name.normalize()));
  }
}
