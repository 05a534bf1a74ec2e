import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LeftOut } from '#shared/session/checkpoint.ts';
import { isMissing } from '#shared/error-code.ts';
import type { CheckpointStore } from '../checkpoint-store.ts';
import { visitFiles } from '../files/visit-files.ts';
import { KnownCoverage } from './known-coverage.ts';

/** More files and folders aren't looked at; then one counts as touched. */
const MAX_ENTRIES = 100_000;

/** What restoring a checkpoint can't bring back. */
export interface NotRestorable {
  /** What it left out and is no longer there; a folder ends with a slash. */
  readonly lost: readonly string[];
  /** What isn't covered now and was touched since. */
  readonly leftOut: LeftOut;
}

/** What a checkpoint left out and was touched since. Where it doesn't tell, all that would be left out now. */
export async function leftOutSince(store: CheckpointStore, tree: string): Promise<NotRestorable> {
  const { git } = await store.open();
  const { begun, leftOut } = await KnownCoverage.read(git, [tree]);
  const now = await store.leftOut();
  const [then] = leftOut;
  if (begun === undefined || then === undefined) return { lost: [], leftOut: now.result() };
  const files = new FilesNow(store.projectDir);
  const lost = await files.missing(then.paths);
  return { lost, leftOut: (await now.only((path) => files.isTouched(path, begun))).result() };
}

type Found = Stats | 'missing' | 'unreadable';

/** Files as they are now, each looked at once. */
class FilesNow {
  readonly #projectDir: string;
  #left = MAX_ENTRIES;

  constructor(projectDir: string) {
    this.#projectDir = projectDir;
  }

  /** Those of the paths that aren't there. */
  async missing(paths: readonly string[]): Promise<readonly string[]> {
    const missing: string[] = [];
    await this.#look(paths.slice(0, MAX_ENTRIES), (path, found) => {
      if (found === 'missing') missing.push(path);
    });
    return missing;
  }

  /** Whether a file, or something in a folder, was written, created or renamed after that time, or may have been. */
  async isTouched(path: string, since: number): Promise<boolean> {
    let level = [path.replace(/\/$/u, '')];
    while (level.length > 0) {
      this.#left -= level.length;
      if (this.#left < 0) return true;
      const folders: string[] = [];
      let isTouched = false;
      await this.#look(level, (each, found) => {
        if (typeof found === 'string' || found.ctimeMs > since) isTouched = true;
        else if (found.isDirectory()) folders.push(each);
      });
      const inside = isTouched ? undefined : await this.#inside(folders);
      if (!inside) return true;
      level = inside;
    }
    return false;
  }

  async #look(paths: readonly string[], visit: (path: string, found: Found) => void): Promise<void> {
    await visitFiles<Found>(paths, {
      readSync: (path) => orWhyNot(() => lstatSync(join(this.#projectDir, path))),
      readAsync: (path) => lstat(join(this.#projectDir, path)).catch(whyNot),
      visit: (path, found) => {
        visit(path, found);
        return undefined;
      },
    });
  }

  /** Everything directly in these folders; `undefined` where one can't be read. */
  async #inside(folders: readonly string[]): Promise<string[] | undefined> {
    const paths: string[] = [];
    let isRead = true;
    await visitFiles<readonly string[] | 'missing' | 'unreadable'>(folders, {
      readSync: (folder) => orWhyNot(() => readdirSync(join(this.#projectDir, folder))),
      readAsync: (folder) => readdir(join(this.#projectDir, folder)).catch(whyNot),
      visit: (folder, names) => {
        if (typeof names === 'string') isRead = false;
        else for (const name of names) paths.push(`${folder}/${name}`);
        return undefined;
      },
    });
    return isRead ? paths : undefined;
  }
}

function orWhyNot<T>(read: () => T): T | 'missing' | 'unreadable' {
  try {
    return read();
  } catch (error) {
    return whyNot(error);
  }
}

function whyNot(error: unknown): 'missing' | 'unreadable' {
  return isMissing(error) ? 'missing' : 'unreadable';
}
