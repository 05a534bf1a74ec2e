import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '#shared/contract/app-error.ts';

const LOCK_FILE = 'owner';

/** Locks of this very process: a file that names its number but isn't here was left by a process before it. */
const held = new Set<string>();

export interface SessionLock {
  release(): void;
}

/**
 * Takes a session for this process. A lock whose process is gone counts for nothing.
 * @throws AppError `conflict` when another live process, or this one, has it; `unavailable` when the folder can't be written.
 */
export function lockSession(sessionDir: string): SessionLock {
  const file = join(sessionDir, LOCK_FILE);
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      writeFileSync(file, `${process.pid} ${startOf(process.pid)}`, { flag: 'wx', mode: 0o600 });
      held.add(file);
      return {
        release: () => {
          if (held.delete(file)) rmSync(file, { force: true });
        },
      };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
        const why = error instanceof Error ? error.message : String(error);
        throw new AppError('unavailable', `The session's folder ${sessionDir} can't be written (${why}).`, { cause: error });
      }
      if (isSessionLive(sessionDir))
        throw new AppError('conflict', 'This session is open in another window or program. Close it there first.');
      rmSync(file, { force: true });
    }
  }
  throw new AppError('conflict', 'This session was just opened by another program.');
}

/** Whether some live process, this one included, has the session open. */
export function isSessionLive(sessionDir: string): boolean {
  const file = join(sessionDir, LOCK_FILE);
  if (held.has(file)) return true;
  const [pid, start = ''] = readText(file).split(' ');
  const number = Number(pid);
  if (!Number.isSafeInteger(number) || number <= 0 || number === process.pid || !isAlive(number)) return false;
  // Process numbers are used again: the same number with another start is another process.
  return start === startOf(number);
}

/** When a process started, in the system's own measure; empty where it can't be told. */
function startOf(pid: number): string {
  // The second field is a name in brackets that may hold anything; field 22 is counted from behind it.
  const fields = readText(`/proc/${pid}/stat`);
  return fields.slice(fields.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
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
