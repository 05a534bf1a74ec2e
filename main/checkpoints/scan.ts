import { lstat, type BigIntStats } from 'node:fs';
import { lstat as lstatAsync } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_FILE_BYTES, stampOf, type FileEntry } from './file-entry.ts';
import type { LeftOutList } from './left-out.ts';
import type { ListedFiles } from './list-files.ts';

/** Enough to keep the thread pool busy. */
const AT_ONCE = 64;

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
  const names = new Set(listed.walked);
  const extra = [...listed.tracked, ...(keepsKnown ? known.keys() : [])].filter((path) => !names.has(path));
  const folders = new RealFolders(projectDir);
  for (const path of extra) if (await folders.holds(path)) names.add(path);

  const changed: string[] = [];
  const covered = new Set<string>();
  await statAll(projectDir, [...names], (path, stat) => {
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
  return { changed, gone: [...known.keys()].filter((path) => !covered.has(path)) };
}

/** Calls back for each that exists. */
function statAll(dir: string, paths: readonly string[], found: (path: string, stat: BigIntStats) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let next = 0;
    let open = 0;
    const more = (): void => {
      while (open < AT_ONCE && next < paths.length) {
        const path = paths[next] ?? '';
        next += 1;
        open += 1;
        lstat(join(dir, path), { bigint: true }, (error, stat) => {
          open -= 1;
          try {
            if (!error) found(path, stat);
            more();
          } catch (failure) {
            reject(failure);
          }
        });
      }
      if (open === 0 && next >= paths.length) resolve();
    };
    more();
  });
}

/** Which folders of a project are folders all the way, and no link among them. Remembers what it has looked at. */
class RealFolders {
  readonly #projectDir: string;
  readonly #known = new Map<string, Promise<boolean>>([['', Promise.resolve(true)]]);

  constructor(projectDir: string) {
    this.#projectDir = projectDir;
  }

  holds(path: string): Promise<boolean> {
    return this.#isReal(path.split('/').slice(0, -1).join('/'));
  }

  #isReal(dir: string): Promise<boolean> {
    const known = this.#known.get(dir);
    if (known) return known;
    const answer = this.holds(dir).then(
      async (above) =>
        above &&
        (await lstatAsync(join(this.#projectDir, dir)).then(
          (stat) => stat.isDirectory(),
          () => false,
        )),
    );
    this.#known.set(dir, answer);
    return answer;
  }
}
