import { constants, type Stats } from 'node:fs';
import { lstat, open, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#shared/contract/app-error.ts';
import { realPath, statOf } from '#main/settings/real-path.ts';
import { isInside } from '#main/tool/is-inside.ts';
import { LeftOut, MAX_SOURCE_DEPTH, MAX_SOURCE_FILES, pathProblem, type SourceFile, type SourceFiles } from './source-files.ts';

const HOW = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Lists the files of a folder on this machine. Links aren't followed: what they lead to isn't the plugin's.
 * @throws AppError `not_found` when there is no such folder, `refused` when it leads out of `root` or has too many files.
 */
export async function folderFiles(root: string, folder: string): Promise<SourceFiles> {
  if (statOf(root)?.isDirectory() !== true) throw new AppError('not_found', `There is no folder ${root}.`);
  const top = join(root, folder);
  if (statOf(top)?.isDirectory() !== true) throw new AppError('not_found', `There is no folder ${top}.`);
  const real = realPath(top);
  if (!isInside(real, realPath(root))) throw new AppError('refused', `${top} is a link that leads out of the marketplace.`);
  const files: SourceFile[] = [];
  const leftOut = new LeftOut();
  const look = async (within: string, depth: number): Promise<void> => {
    const names: string[] = [];
    for await (const { name } of await opendir(join(real, within))) {
      names.push(name);
      if (names.length + files.length > MAX_SOURCE_FILES) throw new AppError('refused', `It has more than ${MAX_SOURCE_FILES} files.`);
    }
    for (const name of names.toSorted()) {
      if (name === '.git') continue;
      const path = within === '' ? name : `${within}/${name}`;
      const stat = await lstat(join(real, path));
      const problem = depth >= MAX_SOURCE_DEPTH ? 'it is nested too deeply' : (pathProblem(path) ?? kindProblem(stat));
      if (problem !== undefined) leftOut.add(path, problem);
      else if (stat.isDirectory()) await look(path, depth + 1);
      else files.push({ path, executable: (stat.mode & 0o111) !== 0, size: stat.size });
    }
  };
  await look('', 0);
  return {
    files,
    leftOut: leftOut.all(),
    commit: undefined,
    read: async (wanted) => {
      const contents: Buffer[] = [];
      for (const { path, size } of wanted) contents.push(await readPlain(join(real, path), size));
      return contents;
    },
  };
}

function kindProblem(stat: Stats): string | undefined {
  if (stat.isSymbolicLink()) return 'it is a link';
  return stat.isFile() || stat.isDirectory() ? undefined : 'it isn’t a file';
}

/** A file that hasn't become a link, a device or a larger file since it was listed. */
async function readPlain(file: string, size: number): Promise<Buffer> {
  if (realPath(file) !== file) throw new AppError('refused', `${file} has just become a link. Try again.`);
  const handle = await open(file, HOW);
  try {
    const stat = await handle.stat();
    if (!stat.isFile() || stat.size !== size) throw new AppError('conflict', `${file} has just changed. Try again.`);
    const buffer = Buffer.alloc(size);
    const { bytesRead } = await handle.read(buffer, 0, size, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
