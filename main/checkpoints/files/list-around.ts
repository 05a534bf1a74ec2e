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
  /** It failed on the way and begins anew: what was taken doesn't count. May throw the error to let it be. */
  readonly again: (error: unknown) => void;
}

/**
 * Has git list a folder. One repository inside it that says nonsense makes git give up on all; it is left out then.
 * @returns the repositories that were left out. @throws CheckpointError
 */
export async function listAround({ git, dir, root, args, run, take, again }: Listing): Promise<readonly string[]> {
  try {
    await withPipesUnblocked(dir, root, run.signal, (signal) => git.records(args, { ...run, signal }, take));
    return [];
  } catch (error) {
    if (run.signal?.aborted) throw error;
    again(error);
    const broken = await findUnlistableRepositories(dir, run.signal);
    if (broken.length === 0) throw error;
    const around = [...args, '--', '.', ...broken.map((path) => `:(exclude,literal)${path}`)];
    await withPipesUnblocked(dir, root, run.signal, (signal) => git.records(around, { ...run, signal }, take));
    return broken;
  }
}

/** Git seldom takes longer, and waits for no pipe then. */
const PATIENCE_MS = 500;
const EVERY_MS = 20;
/** What git opens on its way through folders, a repository's own included, whatever lies there. */
const OPENED = new Set(['.gitignore', 'HEAD']);

/**
 * Has git list folders in which a pipe may bear the name of a file it reads. Git would wait for somebody to write to it; so when it takes
 * long, such pipes are looked for and opened for writing, which lets it go on and read nothing. Where that is no help, the signal for it
 * is aborted: a repository inside says that its data lie at a pipe, which may be anybody's.
 */
export async function withPipesUnblocked(
  projectDir: string,
  root: string,
  signal: AbortSignal | undefined,
  list: (signal: AbortSignal | undefined) => Promise<void>,
): Promise<void> {
  if (process.platform === 'win32') return list(signal);
  const done = new AbortController();
  const hopeless = new AbortController();
  const help = async (): Promise<void> => {
    await sleep(PATIENCE_MS, undefined, { signal: done.signal });
    if ((await findUnlistableRepositories(projectDir, done.signal)).length > 0) hopeless.abort();
    else await unblockPipes([projectDir, ...foldersAbove(projectDir, root)], done.signal);
  };
  const helping = help().catch((error: unknown) => log.debug('Pipes in the folder could not be looked for', error));
  try {
    await list(AbortSignal.any([hopeless.signal, ...(signal ? [signal] : [])]));
  } finally {
    done.abort();
    await helping;
  }
}

async function unblockPipes([projectDir, ...above]: readonly [string, ...string[]], signal: AbortSignal): Promise<void> {
  const pipes: string[] = [];
  const look = async (): Promise<void> => {
    for (const dir of above) {
      const file = join(dir, '.gitignore');
      if (await isPipe(file)) pipes.push(file);
    }
    const folders = [projectDir];
    for (const dir of folders) {
      if (signal.aborted) return;
      // A folder that can't be read is none git waits in.
      for (const entry of await readdir(dir, { withFileTypes: true }).catch(() => [])) {
        if (entry.isDirectory()) folders.push(join(dir, entry.name));
        else if (entry.isFIFO() && OPENED.has(entry.name)) pipes.push(join(dir, entry.name));
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

/** Fails, and changes nothing, where nobody waits to read. */
async function openForWriting(pipe: string): Promise<void> {
  try {
    await (await open(pipe, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)).close();
  } catch {
    // Nobody waits for it, or it isn't ours to write to.
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
 * Repositories inside a folder at which git gives up listing all of it, or waits for ever: by what they say, git's data lie where they
 * can't be read. Paths from the folder, a slash at their end.
 */
async function findUnlistableRepositories(projectDir: string, signal?: AbortSignal): Promise<string[]> {
  const found: string[] = [];
  const folders = [''];
  for (const folder of folders) {
    if (signal?.aborted) break;
    // A folder that can't be read holds no repository that git could list.
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

/** One that isn't there says that the data lie here. */
async function leadsToFolder(gitDir: string): Promise<boolean> {
  const file = join(gitDir, 'commondir');
  // No such file: it is an ordinary repository.
  if ((await lstat(file).catch(() => undefined)) === undefined) return true;
  const common = readBounded(file, MAX_POINTER_BYTES);
  if (common.kind !== 'text' || common.text.trim() === '') return false;
  return stat(resolve(gitDir, common.text.trimEnd())).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}
