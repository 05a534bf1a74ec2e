import { createHash } from 'node:crypto';
import { createLogger } from '#main/log/logger.ts';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import lockfile from 'proper-lockfile';
import { AppError } from '#shared/contract/app-error.ts';

const log = createLogger('settings');

/** A lock is renewed while it is held; an older one was left behind. */
const STALE_MS = 10_000;

/**
 * Runs `work` while no other Gatehouse process changes `file`. The lock is in the state folder, so nothing is left behind in a project.
 * @throws AppError `unavailable` when another process holds it for some seconds.
 */
export async function withFileLock<T>(stateDir: string, file: string, work: () => Promise<T>): Promise<T> {
  const folder = join(stateDir, 'locks');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const target = join(folder, createHash('sha256').update(file).digest('hex').slice(0, 32));
  await writeFile(target, '', { flag: 'a', mode: 0o600 });
  let release: () => Promise<void>;
  try {
    await dropFromFuture(`${target}.lock`);
    release = await lockfile.lock(target, {
      stale: STALE_MS,
      retries: { retries: 40, factor: 1.2, minTimeout: 20, maxTimeout: 250 },
      onCompromised: () => {},
    });
  } catch (error) {
    throw new AppError('unavailable', `Another Gatehouse window is changing ${file} right now. Try again.`, { cause: error });
  }
  try {
    return await work();
  } finally {
    await release().catch((error: unknown) => log.debug('The lock of a file could not be released', error));
  }
}

/** A lock from the future was left by a process that died before the clock was set back; by its age it would stay valid for hours. */
async function dropFromFuture(lock: string): Promise<void> {
  const mtimeMs = await stat(lock).then(
    (stats) => stats.mtimeMs,
    // There is no lock.
    () => 0,
  );
  if (mtimeMs > Date.now() + STALE_MS) await rm(lock, { recursive: true, force: true });
}
