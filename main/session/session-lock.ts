import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '#shared/contract/app-error.ts';

const LOCK_FILE = 'owner';

/**
 * Takes a session for this process. A lock whose process is gone counts for nothing.
 * @throws AppError `conflict` when another live process has it.
 */
export function lockSession(sessionDir: string): { release(): void } {
  const file = join(sessionDir, LOCK_FILE);
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 });
      return { release: () => rmSync(file, { force: true }) };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
        const why = error instanceof Error ? error.message : String(error);
        throw new AppError('unavailable', `The session's folder ${sessionDir} can't be written (${why}).`, { cause: error });
      }
      if (isSessionLive(sessionDir)) throw new AppError('conflict', 'This session is open in another window or program. Close it there first.');
      rmSync(file, { force: true });
    }
  }
  throw new AppError('conflict', 'This session was just opened by another program.');
}

/** Whether some live process, this one included, has the session open. */
export function isSessionLive(sessionDir: string): boolean {
  try {
    const pid = Number(readFileSync(join(sessionDir, LOCK_FILE), 'utf8'));
    return Number.isSafeInteger(pid) && pid > 0 && isAlive(pid);
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Alive, and another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
