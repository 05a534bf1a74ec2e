import { readdir, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { createLogger } from '#main/log/logger.ts';
import { join } from 'node:path';
import { EVENTS_FILE } from './log.ts';
import { lockSession } from './session-lock.ts';
import { TITLE_FILE } from './session-title.ts';
import { SESSION_ID } from './store.ts';

const log = createLogger('session');

const DAY_MS = 24 * 60 * 60 * 1000;
/** Its modification time is the time of the last cleanup. */
const STAMP_FILE = 'tidied';
/** After a longer gap since the last cleanup (days), this run removes nothing. */
const MAX_GAP_DAYS = 14;

export interface TidySessionsOptions {
  /** Contains a folder for each project, with a folder for each session in it. */
  readonly sessionsDir: string;
  /** A session last used more than this many days ago is removed (`cleanupPeriodDays`). */
  readonly days: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Removes sessions of all projects that were not used for long: their logs, saved results, plans and terminals. Keeps sessions that any
 * process has open, and anything that isn't a session folder.
 * Runs once a day at most, and only if the last run was recent: a clock that jumps ahead makes everything look old, and would delete all
 * history before anyone notices. Never rejects: what can't be removed is tried again another day.
 * Returns the slugs of the projects that have no session left.
 */
export async function tidySessions({ sessionsDir, days, now }: TidySessionsOptions): Promise<string[]> {
  const stamp = join(sessionsDir, STAMP_FILE);
  // No stamp yet.
  const last = await stat(stamp).catch(() => undefined);
  const gap = last ? now - last.mtimeMs : Number.POSITIVE_INFINITY;
  if (Math.abs(gap) < DAY_MS) return [];
  try {
    await writeFile(stamp, '', { mode: 0o600 });
  } catch (error) {
    log.debug('Old sessions were not removed, as the time of it can’t be kept', error);
    return [];
  }
  // Covers a stamp from the future too, left before the clock was set back.
  if (gap < 0 || gap > MAX_GAP_DAYS * DAY_MS) return [];
  const left: string[] = [];
  for (const slug of await foldersIn(sessionsDir)) {
    const dir = join(sessionsDir, slug);
    let removed = 0;
    for (const id of await foldersIn(dir)) {
      if (SESSION_ID.test(id) && (await removeOld(join(dir, id), now - days * DAY_MS))) removed += 1;
    }
    // Removes only empty folders, so a folder that has just got a session stays.
    if (
      removed > 0 &&
      (await rmdir(dir).then(
        () => true,
        () => false,
      ))
    )
      left.push(slug);
  }
  return left;
}

/** Whether it was removed. */
async function removeOld(sessionDir: string, before: number): Promise<boolean> {
  if ((await lastUse(sessionDir)) >= before) return false;
  try {
    const lock = lockSession(sessionDir);
    try {
      // Used between the first check and the lock.
      if (((await changedAt(join(sessionDir, EVENTS_FILE))) ?? 0) >= before) return false;
      await rm(sessionDir, { recursive: true, force: true, maxRetries: 3 });
      return true;
    } finally {
      lock.release();
    }
  } catch {
    // Open in some process, or no permission to remove it.
    return false;
  }
}

/** Epoch milliseconds. A session without events uses its folder's time; one that can't be read counts as just used. */
async function lastUse(sessionDir: string): Promise<number> {
  const times = await Promise.all([EVENTS_FILE, TITLE_FILE].map((name) => changedAt(join(sessionDir, name))));
  const known = times.filter((time) => time !== undefined);
  return known.length > 0 ? Math.max(...known) : ((await changedAt(sessionDir)) ?? Number.POSITIVE_INFINITY);
}

async function changedAt(path: string): Promise<number | undefined> {
  // Missing, or removed meanwhile.
  return (await stat(path).catch(() => undefined))?.mtimeMs;
}

async function foldersIn(dir: string): Promise<string[]> {
  // No such folder yet.
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => []);
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
}
