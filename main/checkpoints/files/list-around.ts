import { createLogger } from '#main/log/logger.ts';
import { lstat, open, readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { constants } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { readBounded } from '#main/tool/read-bounded.ts';
import type { Git, RunGit } from '../store/git.ts';

const log = createLogger('checkpoints');

export interface Listing {
  readonly git: Git;
  /** The folder that is listed, and the root of the work tree it counts as part of. */
  readonly dir: string;
  readonly root: string;
  /** Of `git ls-files`, without paths. */
  readonly args: readonly string[];
  readonly run: RunGit;
  readonly take: (piece: Buffer) => void;
  /** Called when listing failed and starts again: discard the earlier output. May throw the error to give up. */
  readonly again: (error: unknown) => void;
}

/**
 * Lists a folder with git. A broken repository inside it makes git fail for the whole folder; the listing is then repeated without it.
 * @returns the repositories that were left out. @throws CheckpointError
 */
export async function listAround({ git, dir, root, args, run, take, again }: Listing): Promise<readonly string[]> {
  try {
    await withPipesUnblocked({ dir, root, signal: run.signal }, (signal) => git.records(args, { ...run, signal }, take));
    return [];
  } catch (error) {
    if (run.signal?.aborted) throw error;
    again(error);
    const broken = await findUnlistableRepositories(dir, run.signal);
    if (broken.length === 0) throw error;
    const around = [...args, '--', '.', ...broken.map((path) => `:(exclude,literal)${path}`)];
    await withPipesUnblocked({ dir, root, signal: run.signal, without: broken }, (signal) => git.records(around, { ...run, signal }, take));
    return broken;
  }
}

/** Git seldom takes longer unless it waits for a pipe. */
const PATIENCE_MS = 500;
const EVERY_MS = 20;
/** Folders in which a listing had to be helped: the next one is helped at once. */
const helped = new Set<string>();
/** Names of files that git opens in every folder, including a repository's own, whatever their type. */
const OPENED = new Set(['.gitignore', 'HEAD']);

interface UnblockedListing extends Pick<Listing, 'dir' | 'root'> {
  readonly signal?: AbortSignal | undefined;
  /** Repositories that git doesn't look into. */
  readonly without?: readonly string[] | undefined;
}

/**
 * Lists folders with git where a pipe may have the name of a file that git reads. Git would wait for a writer; so when it takes long, such
 * pipes are opened for writing, and git continues with no content. The signal for git is aborted where that can't help: when a repository
 * inside points to a pipe as its data, which may belong to anyone.
 */
export async function withPipesUnblocked(
  { dir, root, signal, without = [] }: UnblockedListing,
  list: (signal: AbortSignal | undefined) => Promise<void>,
): Promise<void> {
  if (process.platform === 'win32') return list(signal);
  const done = new AbortController();
  const stuck = new AbortController();
  let isNeeded = false;
  const help = async (): Promise<void> => {
    if (!helped.has(dir)) await sleep(PATIENCE_MS, undefined, { signal: done.signal });
    const unlistable = await findUnlistableRepositories(dir, done.signal);
    isNeeded = unlistable.some((path) => !without.includes(path));
    if (isNeeded) stuck.abort();
    else await unblockPipes([dir, ...foldersAbove(dir, root)], done.signal, () => (isNeeded = true));
  };
  const helping = help().catch((error: unknown) => log.debug('Pipes in the folder could not be looked for', error));
  try {
    await list(AbortSignal.any([stuck.signal, ...(signal ? [signal] : [])]));
  } finally {
    done.abort();
    await helping;
    if (isNeeded) helped.add(dir);
  }
}

async function unblockPipes(
  [projectDir, ...above]: readonly [string, ...string[]],
  signal: AbortSignal,
  onFound: () => void,
): Promise<void> {
  const pipes: string[] = [];
  const add = (pipe: string): void => {
    pipes.push(pipe);
    onFound();
  };
  const look = async (): Promise<void> => {
    for (const dir of above) {
      const file = join(dir, '.gitignore');
      if (await isPipe(file)) add(file);
    }
    const folders = [projectDir];
    for (const dir of folders) {
      if (signal.aborted) return;
      // Git doesn't wait in a folder that can't be read.
      for (const entry of await readdir(dir, { withFileTypes: true }).catch(() => [])) {
        if (entry.isDirectory()) folders.push(join(dir, entry.name));
        else if (entry.isFIFO() && OPENED.has(entry.name)) add(join(dir, entry.name));
      }
    }
  };
  const open = async (): Promise<void> => {
    for (;;) {
      for (const pipe of pipes) await openForWriting(pipe);
      await sleep(EVERY_MS, undefined, { signal });
    }
  };
  await Promise.all([look(), open()]);
}

/** Has no effect if there is no reader. */
async function openForWriting(pipe: string): Promise<void> {
  try {
    await (await open(pipe, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)).close();
  } catch {
    // It has no reader, or we may not write to it.
  }
}

async function isPipe(path: string): Promise<boolean> {
  return lstat(path).then(
    (stat) => stat.isFIFO(),
    () => false,
  );
}

function foldersAbove(dir: string, root: string): string[] {
  const above: string[] = [];
  for (let at = dir; at !== root && dirname(at) !== at; above.push(at)) at = dirname(at);
  return above;
}

const MAX_POINTER_BYTES = 64 * 1024;

/**
 * Repositories inside a folder that make git fail or hang while listing it, because they point to data that can't be read. Paths from the
 * folder, with a slash at the end.
 */
async function findUnlistableRepositories(projectDir: string, signal?: AbortSignal): Promise<string[]> {
  const found: string[] = [];
  const folders = [''];
  for (const folder of folders) {
    if (signal?.aborted) break;
    // A folder that can't be read contains no repository that git could list.
    for (const entry of await readdir(join(projectDir, folder), { withFileTypes: true }).catch(() => [])) {
      if (entry.name !== '.git') {
        if (entry.isDirectory()) folders.push(`${folder}${entry.name}/`);
      } else if (folder !== '' && (await isUnlistable(join(projectDir, folder)))) found.push(folder);
    }
  }
  return found;
}

async function isUnlistable(root: string): Promise<boolean> {
  const dotGit = join(root, '.git');
  const pointer = readBounded(dotGit, MAX_POINTER_BYTES);
  const target = pointer.kind === 'text' ? /^gitdir: (.+)$/mu.exec(pointer.text)?.[1]?.trim() : undefined;
  const gitDir = target === undefined ? dotGit : resolve(root, target);
  const isPipe = await stat(join(gitDir, 'HEAD')).then(
    (head) => head.isFIFO(),
    () => false,
  );
  return isPipe || !(await leadsToFolder(gitDir));
}

/** If the file is missing, the data is here. */
async function leadsToFolder(gitDir: string): Promise<boolean> {
  const file = join(gitDir, 'commondir');
  // There is no such file: it is an ordinary repository.
  if ((await lstat(file).catch(() => undefined)) === undefined) return true;
  const common = readBounded(file, MAX_POINTER_BYTES);
  if (common.kind !== 'text' || common.text.trim() === '') return false;
  return stat(resolve(gitDir, common.text.trimEnd())).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}
