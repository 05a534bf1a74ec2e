import { errorMessage } from '#shared/error-message.ts';
import { constants } from 'node:fs';
import { lstat, open, rename, rm, rmdir, symlink, unlink } from 'node:fs/promises';
import { stampOf } from '../files/file-entry.ts';
import { NotAFolderError, openFolder, type FolderHandle } from './folder-handle.ts';
import { isOrdinary } from '../files/list-files.ts';
import { restoreDraftName } from './restore-draft.ts';
import type { FileState } from '../store/tree-diff.ts';

export interface FileToRestore {
  /** From the project folder. */
  readonly path: string;
  /** What it is to be, with its content; `null`: gone. */
  readonly to: (FileState & { readonly content: Buffer }) | null;
  /** What the checkpoint taken just before found there; `undefined`: nothing. */
  readonly stamp: string | undefined;
}

/** Why a file was left as it is, for people. */
export class NotRestoredError extends Error {
  override readonly name = 'NotRestoredError';
}

/**
 * Makes one file what a checkpoint holds, at once: it is the old or the new one whenever the process is killed. Only inside the
 * project, and only if it still is what the checkpoint taken before found.
 * @throws NotRestoredError with the reason.
 */
export async function restoreFile(projectDir: string, { path, to, stamp }: FileToRestore): Promise<void> {
  if (!isOrdinary(path) || path.endsWith('/')) throw new NotRestoredError('its name is not one a project’s file can have');
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

/** An empty folder makes room. */
async function assertUntouched(file: string, stamp: string | undefined): Promise<void> {
  const stat = await lstat(file, { bigint: true }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (stat?.isDirectory()) {
    await rmdir(file).catch((error: unknown) => {
      throw new NotRestoredError('a folder that isn’t empty stands in its place', { cause: error });
    });
    return;
  }
  if (stat && stamp === undefined) {
    throw new NotRestoredError('what stands in its place isn’t covered by checkpoints, so it couldn’t be brought back');
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

/** Folders that a checkpoint doesn't know: those left empty go, up to the first that isn't. */
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
      // Not empty, or not ours to remove: it stays.
      return;
    }
  }
}

function toNotRestoredError(error: unknown): NotRestoredError {
  if (error instanceof NotRestoredError) return error;
  if (error instanceof NotAFolderError) return new NotRestoredError('a folder on the way to it is a link or a file by now');
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC') return new NotRestoredError('the disk is full');
  if (code === 'EACCES' || code === 'EPERM') return new NotRestoredError('it can’t be written: permission denied');
  return new NotRestoredError(errorMessage(error), { cause: error });
}
