import { isUtf8 } from 'node:buffer';
import { lstat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { CheckpointError } from '../checkpoint-error.ts';
import { TIME_LIMIT_MS, type Git } from '../store/git.ts';
import type { LeftOutList } from './left-out.ts';
import { listAround, type Listing, withPipesUnblocked } from './list-around.ts';
import { isRestoreDraft } from '../restore/restore-draft.ts';

/** A larger project can't be covered. */
export const MAX_FILES = 100_000;
const MAX_NESTED = 64;

/** A git work tree: the folder that contains `.git`, its index, and its own ignore file. All absolute. */
export interface WorkTree {
  readonly root: string;
  readonly indexFile: string;
  readonly excludeFile: string;
}

export interface ListFiles {
  readonly git: Git;
  /** Real, absolute. */
  readonly projectDir: string;
  /** The work tree that contains the project, for its ignore rules and its index; `null` outside git. */
  readonly workTree: WorkTree | null;
  /** Gatehouse's own folders inside the project, absolute. */
  readonly without: readonly string[];
  readonly signal?: AbortSignal | undefined;
  /** Whether folders that are left out are named. */
  readonly namesClosed?: boolean | undefined;
}

export interface ListedFiles {
  /** Paths relative to the project folder, with `/` as separator. Found by walking, so their folders aren't links. */
  readonly walked: string[];
  /** Ignored but covered, because the repository's index contains them. Where they lead has to be checked. */
  readonly tracked: string[];
  /** Temporary files of a restore that was interrupted or is running. */
  readonly drafts: string[];
  /** Folders that are left out completely, including ignored ones if requested: each ends with a slash. */
  readonly closed: ReadonlySet<string>;
}

/**
 * The files that git wouldn't ignore, by git's own reading of the ignore rules. Git gets an empty index, so everything counts as untracked
 * and no repository is read. Repositories inside the project are walked too.
 * @throws CheckpointError when there are too many files.
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
  // Repositories inside are added as they are found.
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
      // A repository inside may be gone by now, or broken; the project’s own files don’t depend on it.
      if (next === '' || walked.length > MAX_FILES || performance.now() >= until || signal?.aborted) throw error;
      leaveOut(next);
    }
  }
  // An ignore file that ignores itself would hide why everything else was left out.
  return {
    walked,
    drafts,
    closed,
    tracked: ['.gitignore', ...(await trackedThoughIgnored(options, leftOut, { until, without: [...closed] }))],
  };
}

interface IgnoredIn extends Pick<Listing, 'git' | 'dir' | 'root' | 'run'> {
  /** Relative to the project folder, with a slash at the end. */
  readonly within: string;
  readonly excludeFile: string;
}

/**
 * Folders in one work tree that git ignores completely, relative to the project folder. Not from `ls-files`, which also reports a folder
 * that contains nothing but an ignored one.
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
    // Then their content is listed file by file, up to the limit.
    return [];
  }
}

/** Adds ignored files and folders; a folder that is ignored completely is one entry with a slash at its end. */
export async function addIgnored({ git, projectDir, workTree }: ListFiles, leftOut: LeftOutList): Promise<void> {
  const root = workTree?.root ?? projectDir;
  const args = ['-C', projectDir, 'ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];
  args.push(...(await excludes(workTree?.excludeFile ?? exclusionsIn(root))));
  const run = { files: { workTree: root, indexFile: noIndex } };
  const take = (piece: Buffer): void => namesOf(piece, leftOut).forEach((name) => leftOut.add(name, 'ignored'));
  // At worst, what was listed before is listed twice.
  await listAround({ git, dir: projectDir, root, args, run, take, again: () => undefined });
}

/** Git treats a missing file as an empty index. */
const noIndex = join(sep, 'nonexistent', 'index');

function exclusionsIn(root: string): string {
  return join(root, '.git', 'info', 'exclude');
}

/** Git fails for a missing file, and would wait for a pipe. */
async function excludes(file: string): Promise<string[]> {
  return (await isFile(file)) ? [`--exclude-from=${file}`] : [];
}

interface ListTracked {
  readonly until: number;
  /** Repositories that can't be listed. */
  readonly without: readonly string[];
}

async function trackedThoughIgnored(options: ListFiles, leftOut: LeftOutList, { until, without }: ListTracked): Promise<string[]> {
  const { git, projectDir, workTree, signal } = options;
  if (!workTree || !(await isFile(workTree.indexFile))) return [];
  const args = ['-C', projectDir, 'ls-files', '-z', '--cached', '--ignored', '--exclude-standard'];
  args.push(...(await excludes(workTree.excludeFile)));
  const files = { workTree: workTree.root, indexFile: workTree.indexFile };
  const run = { files, timeLimitMs: Math.max(1, until - performance.now()), signal };
  const tracked: string[] = [];
  const take = (piece: Buffer): void => {
    tracked.push(...namesOf(piece, leftOut).filter(isOrdinary));
    // An index may name anything; the limit is that of files.
    if (tracked.length > MAX_FILES) throw new CheckpointError('too many');
  };
  try {
    await withPipesUnblocked({ dir: projectDir, root: workTree.root, signal, without }, (helped) =>
      git.records(args, { ...run, signal: helped }, take),
    );
  } catch {
    // An index that git can't read by itself (split, damaged): then ignored files aren't covered.
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

/** Whether no part leads elsewhere or into a repository's own folder, however the file system reads its spelling. */
export function isOrdinary(path: string): boolean {
  return !/^\/|\/\/|(?:^|\/)(?:\.{1,2}|\.git|git~1)(?:\/|$)/iu.test(path) && !isRestoreDraft(path.slice(path.lastIndexOf('/') + 1));
}

/** Whether a path relative to the project folder is, or is inside, one of these folders. */
export function insideAny(projectDir: string, folders: readonly string[]): (path: string) => boolean {
  const relativeFolders = folders
    .map((folder) => relative(projectDir, folder).split(sep).join('/'))
    .filter((folder) => folder !== '..' && !folder.startsWith('../'));
  return (path) => relativeFolders.some((folder) => folder === '' || path === folder || path.startsWith(`${folder}/`));
}

async function isFile(path: string): Promise<boolean> {
  return lstat(path).then(
    (stat) => stat.isFile(),
    () => false,
  );
}
