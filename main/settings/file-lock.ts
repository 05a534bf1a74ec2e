import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import lockfile from 'proper-lockfile';
import { AppError } from '#shared/contract/app-error.ts';

/**
 * Runs `work` while no other Gatehouse process changes `file`. The lock lies in the state folder, so nothing is left
 * behind in a project.
 * @throws AppError `unavailable` when another process keeps it for some seconds.
 */
export async function withFileLock<T>(stateDir: string, file: string, work: () => Promise<T>): Promise<T> {
  const folder = join(stateDir, 'locks');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const target = join(folder, createHash('sha256').update(file).digest('hex').slice(0, 32));
  await writeFile(target, '', { flag: 'a', mode: 0o600 });
  let release: () => Promise<void>;
  try {
    release = await lockfile.lock(target, {
      stale: 10_000,
      retries: { retries: 40, factor: 1.2, minTimeout: 20, maxTimeout: 250 },
      onCompromised: () => {},
    });
  } catch (error) {
    throw new AppError('unavailable', `Another Gatehouse window is changing ${file} right now. Try again.`, { cause: error });
  }
  try {
    return await work();
  } finally {
    await release().catch(() => {});
  }
}
