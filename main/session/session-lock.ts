import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFailureReason } from '#main/tool/write-failure-reason.ts';
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
  try {
    if (!createWhole(file) && !takeOver(sessionDir, file)) throw inUse();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('unavailable', `The session’s folder ${sessionDir} can’t be written: ${writeFailureReason(error)}.`, {
      cause: error,
    });
  }
  held.add(file);
  return {
    release: () => {
      if (held.delete(file)) rmSync(file, { force: true });
    },
  };
}

/**
 * Puts a dead process's lock aside and this one's in its place. One process at a time may: between another's look at the old lock
 * and its removing it a third could have put its own there.
 */
function takeOver(sessionDir: string, file: string): boolean {
  if (isSessionLive(sessionDir)) return false;
  const guard = `${file}.taking`;
  if (!createGuard(guard)) return false;
  try {
    if (isSessionLive(sessionDir)) return false;
    rmSync(file, { force: true });
    return createWhole(file);
  } finally {
    rmSync(guard, { recursive: true, force: true });
  }
}

/** A guard lasts for some file operations; one that is older was left by a process that died over them. */
const GUARD_MS = 10_000;

function createGuard(guard: string): boolean {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      mkdirSync(guard);
      return true;
    } catch (error) {
      if (!isExisting(error)) throw error;
      const stat = statSync(guard, { throwIfNoEntry: false });
      // One from the future was left before the clock was put back.
      if (stat && Math.abs(Date.now() - stat.mtimeMs) < GUARD_MS) return false;
      rmSync(guard, { recursive: true, force: true });
    }
  }
  return false;
}

/** The lock appears with its content or not at all: nobody may read an empty one and take it for left behind. `false`: there is one. */
function createWhole(file: string): boolean {
  const draft = `${file}.${process.pid}`;
  const content = `${process.pid} ${startOf(process.pid)}`;
  try {
    writeFileSync(draft, content, { mode: 0o600 });
    try {
      linkSync(draft, file);
    } catch (error) {
      if (isExisting(error)) throw error;
      // A file system without links (a memory card, some network folders): as near as it gets there.
      writeFileSync(file, content, { flag: 'wx', mode: 0o600 });
    }
    return true;
  } catch (error) {
    if (isExisting(error)) return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

function inUse(): AppError {
  return new AppError('conflict', 'This session is open in another window or program. Close it there first.');
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
