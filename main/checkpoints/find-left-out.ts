import { readdirSync, type Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FoundLeftOut } from './left-out-record.ts';
import { isOrdinary } from './list-files.ts';
import { visitFiles } from './visit-files.ts';

/** A project with more is one of which not all is known. */
const MAX_FOLDERS = 50_000;
const MAX_PATHS = 50_000;

export interface FindLeftOut {
  readonly projectDir: string;
  /** Paths a checkpoint covers. */
  readonly covered: { has(path: string): boolean };
  /** Folders that are left out whole and not looked into; they end with a slash. */
  readonly closed: ReadonlySet<string>;
  /** Whether a folder is Gatehouse's own. */
  readonly isOwn: (path: string) => boolean;
}

/** Everything in the project that a checkpoint doesn't cover, for whatever reason: what is there, without what is covered. */
export async function findLeftOut({ projectDir, covered, closed, isOwn }: FindLeftOut): Promise<FoundLeftOut> {
  const paths: string[] = [];
  let folders = [''];
  let seen = 0;
  while (folders.length > 0) {
    const next: string[] = [];
    await visitFiles(folders, {
      readSync: (folder) => entriesNow(join(projectDir, folder)),
      readAsync: (folder) => readdir(join(projectDir, folder), { withFileTypes: true }).catch(whyNot),
      visit: (folder, entries) => {
        // One that can't be read may hold anything.
        if (entries === 'unreadable') paths.push(folder);
        if (typeof entries === 'string') return undefined;
        for (const entry of entries) {
          const path = folder + entry.name;
          if (!entry.isDirectory()) {
            if (!covered.has(path)) paths.push(path);
          } else if (closed.has(`${path}/`) || !isOrdinary(path) || isOwn(path)) paths.push(`${path}/`);
          else next.push(`${path}/`);
        }
        return undefined;
      },
    });
    seen += next.length;
    if (seen > MAX_FOLDERS || paths.length > MAX_PATHS) return { paths: paths.slice(0, MAX_PATHS).toSorted(), complete: false };
    folders = next;
  }
  return { paths: paths.toSorted(), complete: true };
}

function entriesNow(dir: string): Dirent[] | 'gone' | 'unreadable' {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch (error) {
    return whyNot(error);
  }
}

function whyNot(error: unknown): 'gone' | 'unreadable' {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR') ? 'gone' : 'unreadable';
}
