import { constants } from 'node:fs';
import { lstat, mkdir, open, realpath, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** A folder of the project in which files can be changed. */
export interface FolderHandle {
  /** Where a file in it is reached, whatever becomes of the folder's name meanwhile (as far as the system can do that). */
  path(name: string): string;
  close(): Promise<void>;
}

/** Something on the way isn't a folder of the project: a link, or a file. */
export class NotAFolderError extends Error {
  override readonly name = 'NotAFolderError';
}

/**
 * Opens a folder of the project, part by part, and follows no link on the way: one that is swapped in meanwhile is refused too where
 * the system lets a folder be named by its handle (Linux).
 * @param dir from the project folder, `/` between the parts, '' for itself.
 * @param make whether missing folders are made.
 * @throws NotAFolderError
 */
export async function openFolder(projectDir: string, dir: string, make: boolean): Promise<FolderHandle> {
  const parts = dir === '' ? [] : dir.split('/');
  return process.platform === 'linux' ? openByHandle(projectDir, parts, make) : openByPath(projectDir, parts, make);
}

async function openByHandle(projectDir: string, parts: readonly string[], make: boolean): Promise<FolderHandle> {
  let folder: FileHandle = await open(projectDir, constants.O_RDONLY | constants.O_DIRECTORY);
  const inFolder = (name: string): string => `/proc/self/fd/${folder.fd}/${name}`;
  try {
    for (const part of parts) {
      if (make) await makeFolder(inFolder(part));
      const next = await open(inFolder(part), constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
      await folder.close();
      folder = next;
    }
  } catch (error) {
    await folder.close();
    throw isNotAFolder(error) ? new NotAFolderError() : error;
  }
  return { path: inFolder, close: () => folder.close() };
}

async function openByPath(projectDir: string, parts: readonly string[], make: boolean): Promise<FolderHandle> {
  let path = projectDir;
  for (const part of parts) {
    path = join(path, part);
    if (make) await makeFolder(path);
    if (!(await lstat(path)).isDirectory()) throw new NotAFolderError();
  }
  if ((await realpath(path)) !== path) throw new NotAFolderError();
  return { path: (name) => join(path, name), close: () => Promise.resolve() };
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
}

function isNotAFolder(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOTDIR' || error.code === 'ELOOP');
}
