import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { readdir, stat } from 'node:fs/promises';
import { devNull } from 'node:os';
import path from 'node:path';
import { readBounded } from '#main/tool/read-bounded.ts';
import { VCS_FOLDERS } from './search-input.ts';

interface SearchLocation {
  /** Absolute: a folder or a file. */
  readonly root: string;
  /** Ripgrep's working directory, against which it resolves the relative pointers of worktrees. */
  readonly cwd: string;
}

/** Most searches have ended by then, so nothing has to be checked. */
const PATIENCE_MS = 400;
const LOOK_EVERY_MS = 100;
/** The smallest page size; with larger pages, the limit is larger too. */
const PAGE_BYTES = 4096;

/**
 * Watches a long search until aborted (it then rejects): a hostile project can make it run forever or use all memory. Calls `end` with the
 * reason to stop it. A search needs some MiB; one that reads a device uses all there is.
 */
export async function guardSearch(
  pid: number,
  location: SearchLocation,
  signal: AbortSignal,
  end: (why: string) => void,
  maxMemoryBytes = 1024 * 1024 * 1024,
): Promise<void> {
  const reportObstacle = async (): Promise<void> => {
    await sleep(PATIENCE_MS, undefined, { signal });
    const obstacle = await findObstacle(location, signal);
    if (obstacle !== undefined) end(`The search would never end: ${obstacle}. Search in another folder, or remove it.`);
  };
  await Promise.all([watchMemory(pid, signal, end, maxMemoryBytes), reportObstacle()]);
}

async function watchMemory(pid: number, signal: AbortSignal, end: (why: string) => void, maxBytes: number): Promise<void> {
  for (;;) {
    await sleep(LOOK_EVERY_MS, undefined, { signal });
    const bytes = ownMemory(pid);
    if (bytes === undefined) return;
    if (bytes > maxBytes) end('The search took too much memory. Search fewer files at once.');
  }
}

/** Resident memory without mapped files; `undefined` where the system doesn't report it. */
function ownMemory(pid: number): number | undefined {
  try {
    const [, resident = 0, shared = 0] = readFileSync(`/proc/${String(pid)}/statm`, 'utf8')
      .split(' ')
      .map(Number);
    return (resident - shared) * PAGE_BYTES;
  } catch {
    // Not on Linux, or the process has ended.
    return undefined;
  }
}

/** Ripgrep opens anything with these names in the folders that it searches and in those above. */
const IGNORE_FILES = ['.gitignore', '.ignore', '.rgignore'];
/** No real ignore file is larger. Ripgrep loads the whole file into memory. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_POINTER_BYTES = 64 * 1024;

/**
 * Finds an ignore file that ripgrep would read forever: a pipe without a writer, an endless device, or a link to one. Any repository can
 * contain such a link. Returns a description; `undefined` if there is none.
 */
export async function findObstacle({ root, cwd }: SearchLocation, signal: AbortSignal): Promise<string | undefined> {
  const folders = [root];
  for (let at = root; path.dirname(at) !== at; at = path.dirname(at)) folders.push(path.dirname(at));
  const above = new Set(folders.slice(1));
  for (const folder of folders) {
    if (signal.aborted) return undefined;
    // A folder that can't be read has no ignore file for ripgrep either.
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const { name } of entries) {
      const files = IGNORE_FILES.includes(name) ? [path.join(folder, name)] : name === '.git' ? await readOfRepository(folder, cwd) : [];
      for (const file of files) {
        const why = await whyEndless(file);
        if (why !== undefined) return `${file} ${why}`;
      }
    }
    if (above.has(folder)) continue;
    for (const entry of entries) {
      if (entry.isDirectory() && !VCS_FOLDERS.includes(entry.name)) folders.push(path.join(folder, entry.name));
    }
  }
  return undefined;
}

/** The files that ripgrep reads to find a repository's own exclude file. */
async function readOfRepository(folder: string, cwd: string): Promise<readonly string[]> {
  const dotGit = path.join(folder, '.git');
  const listIn = (repository: string): string => path.join(repository, 'info', 'exclude');
  // Not a repository.
  const stats = await stat(dotGit).catch(() => undefined);
  if (!stats?.isFile()) return [listIn(dotGit)];
  const pointer = firstLineOf(dotGit)?.replace(/^gitdir: /u, '');
  const repositories = pointer === undefined ? [] : [path.resolve(folder, pointer), path.resolve(cwd, pointer)];
  return [
    dotGit,
    ...repositories.flatMap((repository) => {
      const common = firstLineOf(path.join(repository, 'commondir'));
      return [path.join(repository, 'commondir'), ...(common === undefined ? [] : [listIn(path.resolve(repository, common))])];
    }),
  ];
}

function firstLineOf(file: string): string | undefined {
  const read = readBounded(file, MAX_POINTER_BYTES);
  return read.kind === 'text' ? read.text.split('\n', 1)[0]?.replace(/\r$/u, '') : undefined;
}

async function whyEndless(file: string): Promise<string | undefined> {
  // It does not exist.
  const stats = await stat(file).catch(() => undefined);
  if (stats?.isFIFO()) return 'is a pipe';
  if (stats?.isFile()) return stats.size > MAX_BYTES ? 'is too large for a list of what to ignore' : undefined;
  if (!stats?.isCharacterDevice() && !stats?.isBlockDevice()) return undefined;
  return stats.rdev === (await stat(devNull)).rdev ? undefined : 'is a device';
}
