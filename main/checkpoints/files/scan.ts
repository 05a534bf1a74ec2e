import { lstatSync, type BigIntStats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_FILE_BYTES, stampOf, type FileEntry } from './file-entry.ts';
import { visitInSlices } from '#main/tool/in-slices.ts';
import type { LeftOutList } from './left-out.ts';
import type { ListedFiles } from './list-files.ts';
import { visitFiles } from './visit-files.ts';

export interface Scan {
  /** To be read, as its stamp isn't the known one. */
  readonly changed: string[];
  /** Known, and not there or not to be covered any more. */
  readonly gone: string[];
}

export interface ScanOptions {
  readonly projectDir: string;
  readonly listed: ListedFiles;
  readonly known: ReadonlyMap<string, FileEntry>;
  /**
   * Whether what was covered before stays so while it exists. An agent that makes git ignore a file must not get it out of the
   * checkpoints that way.
   */
  readonly keepsKnown: boolean;
  readonly leftOut: LeftOutList;
}

/** Compares the files of a project with what is known of them, by `lstat` alone. Nothing here holds the event loop up. */
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
      // A folder where a file was known says only that the file is gone.
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

/** Calls back for each that exists. */
function statAll(dir: string, paths: Iterable<string>, found: (path: string, stat: BigIntStats) => void): Promise<void> {
  return visitFiles<BigIntStats | null>(paths, {
    readSync: (path) => statNow(join(dir, path)),
    // Gone since, or closed to us: as if it weren't there.
    readAsync: (path) => lstat(join(dir, path), { bigint: true }).catch(() => null),
    visit: (path, stat) => {
      if (stat) found(path, stat);
      return undefined;
    },
  });
}

function statNow(path: string): BigIntStats | null {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch {
    // As above.
    return null;
  }
}

/**
 * Which paths lie in folders that are folders all the way, no link among them, and are called just that there. Where letter case doesn't
 * count, a file that was renamed from `a` to `A` answers to its old name too: taken for two, one would be removed for the other's sake.
 * Remembers what it has looked at.
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

  /** What a folder holds; nothing where it isn't a real one. */
  #names(dir: string): Promise<ReadonlySet<string>> {
    const known = this.#known.get(dir);
    if (known) return known;
    // See the docstring.
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
