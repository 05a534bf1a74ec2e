import { errorMessage } from '#shared/error-message.ts';
import { constants } from 'node:fs';
import { lstat, open, rename, rm, rmdir, symlink, unlink } from 'node:fs/promises';
import { errorCode } from '#shared/error-code.ts';
import { stampOf } from '../files/file-entry.ts';
import { NotAFolderError, openFolder, type FolderHandle } from './folder-handle.ts';
import { isOrdinary } from '../files/list-files.ts';
import { restoreDraftName } from './restore-draft.ts';
import type { FileState } from '../store/tree-diff.ts';

export interface FileToRestore {
  /** Relative to the project folder. */
  readonly path: string;
  /** The target state with its content; `null`: no file. */
  readonly to: (FileState & { readonly content: Buffer }) | null;
  /** Stamp from the checkpoint created just before; `undefined`: there was nothing. */
  readonly stamp: string | undefined;
}

/** Why a file was not restored, for people. */
export class NotRestoredError extends Error {
  override readonly name = 'NotRestoredError';
}

/**
 * Restores one file atomically: after a kill it is either the old or the new one. Only inside the project, and only if the file is
 * unchanged since the checkpoint created before.
 * @throws NotRestoredError with the reason.
 */
export async function restoreFile(projectDir: string, { path, to, stamp }: FileToRestore): Promise<void> {
  if (!isOrdinary(path) || path.endsWith('/')) throw new NotRestoredError('its name isn’t allowed for a file of a project');
  const parts = path.split('/');
  const name = parts.at(-1) ?? '';
  try {
    const folder = await openFolder(projectDir, parts.slice(0, -1).join('/'), to !== null);
    try {
      await assertUntouched(folder.path(name), stamp);
      if (to === null) await unlink(folder.path(name));
      else await put(folder, name, to);
    } finally {
      await folder.close();
    }
    if (to === null) await removeEmptyFolders(projectDir, parts.slice(0, -1));
  } catch (error) {
    throw toNotRestoredError(error);
  }
}

/** Also removes an empty folder at the path. @throws NotRestoredError */
async function assertUntouched(file: string, stamp: string | undefined): Promise<void> {
  const stat = await lstat(file, { bigint: true }).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (stat?.isDirectory()) {
    await rmdir(file).catch((error: unknown) => {
      throw new NotRestoredError('a folder that isn’t empty is in its place', { cause: error });
    });
    return;
  }
  if (stat && stamp === undefined) {
    throw new NotRestoredError('the file in its place isn’t covered by checkpoints, so it couldn’t be restored');
  }
  if ((stat && stampOf(stat)) !== stamp) throw new NotRestoredError('it was changed while the files were being restored');
}

async function put(folder: FolderHandle, name: string, to: FileState & { readonly content: Buffer }): Promise<void> {
  const draft = folder.path(restoreDraftName());
  try {
    if (to.mode === '120000') await symlink(to.content, draft);
    else {
      const file = await open(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0), 0o600);
      try {
        await file.writeFile(to.content);
        await file.chmod(to.perm);
      } finally {
        await file.close();
      }
    }
    await rename(draft, folder.path(name));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Removes folders that the checkpoint doesn't contain and that are empty, up to the first that isn't. */
async function removeEmptyFolders(projectDir: string, parts: readonly string[]): Promise<void> {
  for (let depth = parts.length; depth > 0; depth -= 1) {
    try {
      const above = await openFolder(projectDir, parts.slice(0, depth - 1).join('/'), false);
      try {
        await rmdir(above.path(parts[depth - 1] ?? ''));
      } finally {
        await above.close();
      }
    } catch {
      // Not empty, or no permission to remove it: it stays.
      return;
    }
  }
}

function toNotRestoredError(error: unknown): NotRestoredError {
  if (error instanceof NotRestoredError) return error;
  if (error instanceof NotAFolderError) return new NotRestoredError('a folder in its path is now a link or a file');
  const code = errorCode(error);
  if (code === 'ENOSPC') return new NotRestoredError('the disk is full');
  if (code === 'EACCES' || code === 'EPERM') return new NotRestoredError('it can’t be written: permission denied');
  return new NotRestoredError(errorMessage(error), { cause: error });
}
