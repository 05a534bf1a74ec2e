import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFailureReason } from '#main/tool/write-failure-reason.ts';
import { AppError } from '#shared/contract/app-error.ts';
import { errorCode } from '#shared/error-code.ts';

const LOCK_FILE = 'owner';

/** Locks held by this process. A file with this process's id that isn't in here was left by an earlier process. */
const held = new Set<string>();

export interface SessionLock {
  release(): void;
}

/**
 * Locks a session for this process. Ignores a lock whose process has exited.
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
 * Replaces a dead process's lock with this one's. A guard file lets only one process at a time do so: otherwise a third process could place
 * its lock between another's check of the old lock and its removal.
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

/** A guard is held for a few file operations; an older one was left by a process that died in between. */
const GUARD_MS = 10_000;

function createGuard(guard: string): boolean {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      mkdirSync(guard);
      return true;
    } catch (error) {
      if (!isExisting(error)) throw error;
      const stat = statSync(guard, { throwIfNoEntry: false });
      // A guard from the future was left before the clock was set back.
      if (stat && Math.abs(Date.now() - stat.mtimeMs) < GUARD_MS) return false;
      rmSync(guard, { recursive: true, force: true });
    }
  }
  return false;
}

/** Creates the lock atomically with its content, so that nobody reads an empty one and takes it for stale. `false`: one exists. */
function createWhole(file: string): boolean {
  const draft = `${file}.${process.pid}`;
  const content = `${process.pid} ${startOf(process.pid)}`;
  try {
    writeFileSync(draft, content, { mode: 0o600 });
    try {
      linkSync(draft, file);
    } catch (error) {
      if (isExisting(error)) throw error;
      // A file system without hard links (a memory card, some network folders): the closest equivalent.
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
  return errorCode(error) === 'EEXIST';
}

function inUse(): AppError {
  return new AppError('conflict', 'This session is open in another window or program. Close it there first.');
}

/** Whether a live process, this one included, has the session open. */
export function isSessionLive(sessionDir: string): boolean {
  const file = join(sessionDir, LOCK_FILE);
  if (held.has(file)) return true;
  const [pid, start = ''] = readText(file).split(' ');
  const number = Number(pid);
  if (!Number.isSafeInteger(number) || number <= 0 || number === process.pid || !isAlive(number)) return false;
  // Process ids are reused: the same id with another start time is another process.
  return start === startOf(number);
}

/** When a process started, in the platform's own unit; empty if unknown. */
function startOf(pid: number): string {
  // The second field is a name in parentheses that may contain anything, so field 22 is counted from its end.
  const fields = readText(`/proc/${pid}/stat`);
  return fields.slice(fields.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // No lock, or removed meanwhile.
    return '';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Alive, but owned by another user.
    return errorCode(error) === 'EPERM';
  }
}
