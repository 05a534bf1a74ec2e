import { setTimeout as sleep } from 'node:timers/promises';
import { type Dirent, readdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { visitInSlices } from '#main/tool/in-slices.ts';
import { isMissing } from '#shared/error-code.ts';
import { type FileEntry, inodeOf } from '../files/file-entry.ts';
import { formatLeftOut, type FoundLeftOut } from './left-out-record.ts';
import { insideAny, isOrdinary } from '../files/list-files.ts';
import { formatOrigins } from './origins.ts';
import type { CoverageTexts } from '../store/tree-writer.ts';
import { visitFiles } from '../files/visit-files.ts';

export interface Coverage {
  readonly projectDir: string;
  /** Gatehouse's own folder. */
  readonly stateDir: string;
  /** What the checkpoint covers. */
  readonly entries: ReadonlyMap<string, FileEntry>;
  /** Folders that are left out completely. */
  readonly closed: ReadonlySet<string>;
  /** When the checkpoint began: epoch milliseconds. */
  readonly begun: number;
}

/** What a checkpoint records so that a file that didn't exist can later be told from one that it left out. */
export async function coverageOf({ projectDir, stateDir, entries, closed, begun }: Coverage): Promise<CoverageTexts> {
  const isOwn = insideAny(projectDir, [stateDir]);
  const leftOut = formatLeftOut(await findLeftOut({ projectDir, covered: entries, closed, isOwn }));
  return { begun: String(begun), leftOut, covered: await formatInodes(entries), origins: await formatOrigins(entries) };
}

/** The slowest tick of a file system clock (Windows), in milliseconds. */
const TICK_MS = 20;

/** After a very short checkpoint, waits until new files get a later time than the checkpoint. */
export async function waitForClockTick(begun: number): Promise<void> {
  const left = begun + TICK_MS - Date.now();
  if (left > 0) await sleep(Math.min(left, TICK_MS));
}

/** In a project with more, the list is incomplete. */
const MAX_FOLDERS = 50_000;
const MAX_PATHS = 50_000;

interface FindLeftOut {
  readonly projectDir: string;
  /** Paths a checkpoint covers. */
  readonly covered: { has(path: string): boolean };
  /** Folders that are left out completely and not searched; they end with a slash. */
  readonly closed: ReadonlySet<string>;
  /** Whether a folder is Gatehouse's own. */
  readonly isOwn: (path: string) => boolean;
}

/** Everything in the project that a checkpoint doesn't cover, for whatever reason. */
async function findLeftOut({ projectDir, covered, closed, isOwn }: FindLeftOut): Promise<FoundLeftOut> {
  const paths: string[] = [];
  let folders = [''];
  let seen = 0;
  while (folders.length > 0) {
    const next: string[] = [];
    await visitFiles(folders, {
      readSync: (folder) => entriesNow(join(projectDir, folder)),
      readAsync: (folder) => readdir(join(projectDir, folder), { withFileTypes: true }).catch(whyNot),
      visit: (folder, entries) => {
        // An unreadable folder may contain anything.
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
  return isMissing(error) ? 'gone' : 'unreadable';
}

/** The inode numbers of the covered files, which identify them after a rename. In the form stored in a tree. */
async function formatInodes(entries: ReadonlyMap<string, FileEntry>): Promise<string> {
  const lines: string[] = [];
  await visitInSlices(entries.values(), ({ stamp }) => lines.push(inodeOf(stamp)));
  return lines.join('\n');
}

export async function parseInodes(text: string): Promise<ReadonlySet<string>> {
  const inodes = new Set<string>();
  await visitInSlices(text.split('\n'), (line) => inodes.add(line));
  return inodes;
}
