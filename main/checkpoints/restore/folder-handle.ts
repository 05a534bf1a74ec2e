import { constants } from 'node:fs';
import { lstat, mkdir, open, realpath, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '#shared/error-code.ts';

/** A folder of the project in which files can be changed. */
export interface FolderHandle {
  /** Path of a file in it, which stays valid if the folder is renamed meanwhile (as far as the system supports that). */
  path(name: string): string;
  close(): Promise<void>;
}

/** A part of the path isn't a folder of the project: a link, or a file. */
export class NotAFolderError extends Error {
  override readonly name = 'NotAFolderError';
}

/**
 * Opens a folder of the project part by part, without following links: a link that is put in place meanwhile is rejected too where the
 * system can address a folder by its handle (Linux).
 * @param dir relative to the project folder, with `/` as separator; '' for the project folder itself.
 * @param make whether missing folders are created.
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
    if (errorCode(error) !== 'EEXIST') throw error;
  });
}

function isNotAFolder(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOTDIR' || code === 'ELOOP';
}
