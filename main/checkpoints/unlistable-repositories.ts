import { lstat, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readBounded } from '#main/tool/read-bounded.ts';

const MAX_POINTER_BYTES = 64 * 1024;

/**
 * Repositories inside a folder at which git gives up listing all of it, or waits for ever: by what they say, git's data lie where they
 * can't be read. Paths from the folder, a slash at their end.
 */
export async function findUnlistableRepositories(projectDir: string, signal?: AbortSignal): Promise<string[]> {
  const found: string[] = [];
  const folders = [''];
  for (const folder of folders) {
    if (signal?.aborted) break;
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
  if ((await lstat(file).catch(() => undefined)) === undefined) return true;
  const common = readBounded(file, MAX_POINTER_BYTES);
  if (common.kind !== 'text' || common.text.trim() === '') return false;
  return stat(resolve(gitDir, common.text.trimEnd())).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}
