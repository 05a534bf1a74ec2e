import { lstat, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { AppError } from '#shared/contract/app-error.ts';
import { withFileLock } from './file-lock.ts';
import { readBounded } from '#main/tool/read-bounded.ts';
import { realPath } from '../real-path.ts';
import { isInside } from '#main/tool/is-inside.ts';
import { errorMessage } from '#shared/error-message.ts';
import { MAX_SETTINGS_BYTES } from '../repository-supplies.ts';

export interface SettingsChange {
  readonly stateDir: string;
  readonly file: string;
  /** The folder that the real file must be in; absent for the user's own file, which may be a link to anywhere. */
  readonly within: string | undefined;
  /** Maps the current text (empty when there is no file) to the new one. May throw to refuse. */
  readonly edit: (text: string) => string;
  /** Called after writing, still under the lock. */
  readonly afterwards?: ((before: string, after: string) => Promise<void>) | undefined;
}

/**
 * Changes a settings file under a lock: concurrent changes by others are kept, readers never see a partial file, and the file keeps its
 * mode and owner.
 * @throws AppError `refused`, `conflict` or `unavailable`; the file is then unchanged.
 */
export async function changeSettingsFile(change: SettingsChange): Promise<void> {
  const { file } = change;
  await withFileLock(change.stateDir, realPath(file), async () => {
    try {
      assertWithin(change);
      await mkdir(dirname(file), { recursive: true });
      // Checked again: only now does the folder certainly exist.
      assertWithin(change);
      const before = currentText(file);
      const after = change.edit(before);
      if (after === before) return;
      const exists = await stat(file).then(
        () => true,
        () => false,
      );
      if (!exists && (await isLink(file))) throw new AppError('refused', `${file} is a broken link. Nothing was saved.`);
      if (currentText(file) !== before) throw new AppError('conflict', `${file} was just changed by another program. Try again.`);
      await writeFileAtomic(realPath(file), after, exists ? {} : { mode: 0o600 });
      await change.afterwards?.(before, after);
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw new AppError('unavailable', `${file} can’t be changed: ${errorMessage(error)}`, {
        cause: error,
      });
    }
  });
}

function assertWithin({ file, within }: SettingsChange): void {
  if (within !== undefined && !isInside(realPath(file), realPath(within))) {
    throw new AppError('refused', `${file} is a link that leads out of the project, so Gatehouse doesn’t write to it. Change it by hand.`);
  }
}

async function isLink(file: string): Promise<boolean> {
  return lstat(file).then(
    (entry) => entry.isSymbolicLink(),
    () => false,
  );
}

function currentText(file: string): string {
  const read = readBounded(file, MAX_SETTINGS_BYTES);
  if (read.kind === 'unreadable') throw new AppError('unavailable', `${file} can’t be read: ${read.reason}`);
  return read.kind === 'text' ? read.text : '';
}
