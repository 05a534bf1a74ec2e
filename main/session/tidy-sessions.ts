import { readdir, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EVENTS_FILE } from './log.ts';
import { lockSession } from './session-lock.ts';
import { TITLE_FILE } from './session-title.ts';
import { SESSION_ID } from './store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Its time says when it was last looked for old sessions. */
const STAMP_FILE = 'tidied';
/** Days since that look after which this one removes nothing. */
const MAX_GAP_DAYS = 14;

export interface TidySessionsOptions {
  /** Holds a folder for each project, and in that one for each session. */
  readonly sessionsDir: string;
  /** A session that was last used before so many days goes (`cleanupPeriodDays`). */
  readonly days: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Removes sessions, of all projects, that were not used for long: their logs, kept results, plans and terminals. Never one that any process has
 * open, nor what isn't a session's folder. Once a day at most, and only when the look before was a day or some days ago: a clock that jumps ahead makes everything old at once,
 * and would take all history with it before anyone sees what is wrong. Never rejects: what can't be removed is tried again another day.
 * Gives the project folders (their slugs) of which no session is left.
 */
export async function tidySessions({ sessionsDir, days, now }: TidySessionsOptions): Promise<string[]> {
  const stamp = join(sessionsDir, STAMP_FILE);
  const last = await stat(stamp).catch(() => undefined);
  const gap = last ? now - last.mtimeMs : Number.POSITIVE_INFINITY;
  if (Math.abs(gap) < DAY_MS) return [];
  try {
    await writeFile(stamp, '', { mode: 0o600 });
  } catch {
    return [];
  }
  // Also a stamp from the future, left before the clock was put back.
  if (gap < 0 || gap > MAX_GAP_DAYS * DAY_MS) return [];
  const left: string[] = [];
  for (const slug of await foldersIn(sessionsDir)) {
    const dir = join(sessionsDir, slug);
    let removed = 0;
    for (const id of await foldersIn(dir)) {
      if (SESSION_ID.test(id) && (await removeOld(join(dir, id), now - days * DAY_MS))) removed += 1;
    }
    // Only an empty folder can be removed so: one that just got a session stays.
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

/** Whether it is gone. */
async function removeOld(sessionDir: string, before: number): Promise<boolean> {
  if ((await lastUse(sessionDir)) >= before) return false;
  try {
    const lock = lockSession(sessionDir);
    try {
      // Taken up, and left again, between the look and the lock.
      if (((await changedAt(join(sessionDir, EVENTS_FILE))) ?? 0) >= before) return false;
      await rm(sessionDir, { recursive: true, force: true, maxRetries: 3 });
      return true;
    } finally {
      lock.release();
    }
  } catch {
    // Open in some process, or not ours to remove.
    return false;
  }
}

/** Epoch milliseconds; a session that never got its first event counts by its folder, one that can't be looked at was just used. */
async function lastUse(sessionDir: string): Promise<number> {
  const times = await Promise.all([EVENTS_FILE, TITLE_FILE].map((name) => changedAt(join(sessionDir, name))));
  const known = times.filter((time) => time !== undefined);
  return known.length > 0 ? Math.max(...known) : ((await changedAt(sessionDir)) ?? Number.POSITIVE_INFINITY);
}

async function changedAt(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.mtimeMs;
}

async function foldersIn(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => []);
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
}
