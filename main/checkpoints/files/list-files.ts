import { isUtf8 } from 'node:buffer';
import { lstat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { CheckpointError } from '../checkpoint-error.ts';
import { TIME_LIMIT_MS, type Git } from '../store/git.ts';
import type { LeftOutList } from './left-out.ts';
import { listAround, type Listing, withPipesUnblocked } from './list-around.ts';
import { isRestoreDraft } from '../restore/restore-draft.ts';

/** More than this is no project one undoes message by message. */
export const MAX_FILES = 100_000;
const MAX_NESTED = 64;

/** A git work tree: the folder that holds `.git`, its index, and its own list of what to ignore. All absolute. */
export interface WorkTree {
  readonly root: string;
  readonly indexFile: string;
  readonly excludeFile: string;
}

export interface ListFiles {
  readonly git: Git;
  /** Real, absolute. */
  readonly projectDir: string;
  /** The work tree the project lies in, for the ignore rules above it and what its index holds; `null` outside git. */
  readonly workTree: WorkTree | null;
  /** Folders inside the project that are Gatehouse's own, absolute. */
  readonly without: readonly string[];
  readonly signal?: AbortSignal | undefined;
  /** Whether folders that aren't listed are named. */
  readonly namesClosed?: boolean | undefined;
}

export interface ListedFiles {
  /** Paths from the project folder, `/` between their parts. Found by walking, so no link is on their way. */
  readonly walked: string[];
  /** Ignored and covered all the same: what the repository's index holds, which git doesn't ignore. Where they lead has to be checked. */
  readonly tracked: string[];
  /** What a restore wrote that was cut off, or is writing now. */
  readonly drafts: string[];
  /** Folders that are left out whole, ignored ones where that was asked for: each ends with a slash. */
  readonly closed: ReadonlySet<string>;
}

/**
 * The files git wouldn't ignore, by git's own reading of the ignore rules. The index it is shown is empty, so everything counts as
 * untracked and nothing is looked up in a repository. Repositories inside the project are walked too.
 * @throws CheckpointError when there are too many.
 */
export async function listFiles(options: ListFiles, leftOut: LeftOutList): Promise<ListedFiles> {
  const { git, projectDir, workTree, signal } = options;
  const until = performance.now() + TIME_LIMIT_MS;
  const isOwn = insideAny(projectDir, options.without);
  const walked: string[] = [];
  const drafts: string[] = [];
  const closed = new Set<string>();
  const leaveOut = (path: string): void => {
    closed.add(path);
    leftOut.add(path, 'repository');
  };
  const folders = [''];
  const take = (name: string, within: string): void => {
    const path = within + name;
    if (isRestoreDraft(path.slice(path.lastIndexOf('/') + 1))) drafts.push(path);
    if (!isOrdinary(path) || isOwn(path)) return;
    if (!name.endsWith('/')) walked.push(path);
    else if (folders.length <= MAX_NESTED) folders.push(path);
    else leaveOut(path);
    if (walked.length > MAX_FILES) {
      throw new CheckpointError(`the folder holds more than ${MAX_FILES.toLocaleString('en')} files that git doesn’t ignore`);
    }
  };
  // Repositories inside join the list as they are found.
  for (const next of folders) {
    const dir = join(projectDir, next);
    const root = next === '' ? (workTree?.root ?? projectDir) : dir;
    const excludeFile = next === '' && workTree ? workTree.excludeFile : exclusionsIn(root);
    const args = ['-C', dir, 'ls-files', '-z', '--others', '--exclude-standard', ...(await excludes(excludeFile))];
    const run = { files: { workTree: root, indexFile: noIndex }, timeLimitMs: Math.max(1, until - performance.now()), signal };
    const before = { walked: walked.length, drafts: drafts.length, folders: folders.length };
    const again = (error: unknown): void => {
      if (walked.length > MAX_FILES) throw error;
      walked.length = before.walked;
      drafts.length = before.drafts;
      folders.length = before.folders;
    };
    const takeAll = (piece: Buffer): void => namesOf(piece, leftOut).forEach((name) => take(name, next));
    try {
      const broken = await listAround({ git, dir, root, args, run, take: takeAll, again });
      for (const path of broken) leaveOut(next + path);
      if (options.namesClosed) {
        for (const path of await ignoredFolders({ git, dir, root, run, within: next, excludeFile })) closed.add(path);
      }
    } catch (error) {
      // One inside may be gone by now, or broken; the project’s own files don’t depend on it.
      if (next === '' || walked.length > MAX_FILES || performance.now() >= until || signal?.aborted) throw error;
      leaveOut(next);
    }
  }
  // An ignore file that ignores itself would hide what made everything else be left out.
  return { walked, drafts, closed, tracked: ['.gitignore', ...(await trackedThoughIgnored(options, leftOut, until))] };
}

interface IgnoredIn extends Pick<Listing, 'git' | 'dir' | 'root' | 'run'> {
  /** From the project folder, a slash at its end. */
  readonly within: string;
  readonly excludeFile: string;
}

/**
 * Folders in one work tree that git ignores whole, from the project folder. Not as `ls-files` tells them, for which a folder that holds
 * nothing but an ignored one is ignored too.
 */
async function ignoredFolders({ within, excludeFile, ...listing }: IgnoredIn): Promise<readonly string[]> {
  const { dir, root } = listing;
  const above = root === dir ? '' : `${relative(root, dir).split(sep).join('/')}/`;
  const own = (await isFile(excludeFile)) ? ['-c', `core.excludesFile=${excludeFile}`] : [];
  const args = ['-C', dir, ...own, 'status', '--porcelain', '-z', '--ignored=matching', '--untracked-files=all', '.'];
  let folders: string[] = [];
  const take = (piece: Buffer): void => {
    for (const entry of piece.toString('utf8').split('\0')) {
      if (entry.startsWith(`!! ${above}`) && entry.endsWith('/')) folders.push(within + entry.slice(3 + above.length));
    }
  };
  try {
    await listAround({ ...listing, args, take, again: () => (folders = []) });
    return folders;
  } catch (error) {
    if (listing.run.signal?.aborted) throw error;
    // Then what they hold is named file by file, as far as there is room.
    return [];
  }
}

/** Ignored files and folders, a folder that is ignored whole as one, with a slash at its end. */
export async function addIgnored({ git, projectDir, workTree }: ListFiles, leftOut: LeftOutList): Promise<void> {
  const root = workTree?.root ?? projectDir;
  const args = ['-C', projectDir, 'ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];
  args.push(...(await excludes(workTree?.excludeFile ?? exclusionsIn(root))));
  const run = { files: { workTree: root, indexFile: noIndex } };
  const take = (piece: Buffer): void => namesOf(piece, leftOut).forEach((name) => leftOut.add(name, 'ignored'));
  // What was named before is named twice at worst.
  await listAround({ git, dir: projectDir, root, args, run, take, again: () => undefined });
}

/** Git treats a missing file as an empty index. */
const noIndex = join(sep, 'nonexistent', 'index');

function exclusionsIn(root: string): string {
  return join(root, '.git', 'info', 'exclude');
}

/** Git stops at a list that isn't there, and would wait for one that is a pipe. */
async function excludes(file: string): Promise<string[]> {
  return (await isFile(file)) ? [`--exclude-from=${file}`] : [];
}

async function trackedThoughIgnored(options: ListFiles, leftOut: LeftOutList, until: number): Promise<string[]> {
  const { git, projectDir, workTree, signal } = options;
  if (!workTree || !(await isFile(workTree.indexFile))) return [];
  const args = ['-C', projectDir, 'ls-files', '-z', '--cached', '--ignored', '--exclude-standard'];
  args.push(...(await excludes(workTree.excludeFile)));
  const files = { workTree: workTree.root, indexFile: workTree.indexFile };
  const run = { files, timeLimitMs: Math.max(1, until - performance.now()), signal };
  const tracked: string[] = [];
  const take = (piece: Buffer): void => {
    tracked.push(...namesOf(piece, leftOut).filter(isOrdinary));
    // An index names what it likes; no more of it than there may be files.
    if (tracked.length > MAX_FILES) throw new CheckpointError('too many');
  };
  try {
    await withPipesUnblocked(projectDir, workTree.root, signal, (helped) => git.records(args, { ...run, signal: helped }, take));
  } catch {
    // An index git can't read alone (split, damaged): then what is ignored is ignored.
    return [];
  }
  return tracked;
}

function namesOf(records: Buffer, leftOut: LeftOutList): string[] {
  if (isUtf8(records)) return records.toString('utf8').split('\0').slice(0, -1);
  const names: string[] = [];
  for (let start = 0, end = records.indexOf(0); end >= 0; start = end + 1, end = records.indexOf(0, start)) {
    const name = records.subarray(start, end);
    if (isUtf8(name)) names.push(name.toString('utf8'));
    else leftOut.add(name.toString('latin1'), 'name');
  }
  return names;
}

/** No part that leads elsewhere or into a repository's own folder, whatever the file system makes of its spelling. */
export function isOrdinary(path: string): boolean {
  return !/^\/|\/\/|(?:^|\/)(?:\.{1,2}|\.git|git~1)(?:\/|$)/iu.test(path) && !isRestoreDraft(path.slice(path.lastIndexOf('/') + 1));
}

/** Whether a path from the project folder lies in, or is, one of these folders. */
export function insideAny(projectDir: string, folders: readonly string[]): (path: string) => boolean {
  const ways = folders
    .map((folder) => relative(projectDir, folder).split(sep).join('/'))
    .filter((way) => way !== '..' && !way.startsWith('../'));
  return (path) => ways.some((way) => way === '' || path === way || path.startsWith(`${way}/`));
}

async function isFile(path: string): Promise<boolean> {
  return lstat(path).then(
    (stat) => stat.isFile(),
    () => false,
  );
}
