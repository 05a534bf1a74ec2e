import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';

export const TITLE_FILE = 'title';
const MAX_BYTES = 4096;

/** The title a person gave the session; `undefined` if none. Kept next to the log, so that listing sessions doesn't read whole logs. */
export function givenTitle(sessionDir: string): string | undefined {
  try {
    const title = readFileSync(join(sessionDir, TITLE_FILE), 'utf8').slice(0, MAX_BYTES).trim();
    return title === '' ? undefined : title;
  } catch {
    // No title was given.
    return undefined;
  }
}

/** An empty title removes it. @throws Error when it can't be written. */
export function giveTitle(sessionDir: string, title: string): void {
  const file = join(sessionDir, TITLE_FILE);
  if (title === '') rmSync(file, { force: true });
  else writeFileAtomic.sync(file, title, { mode: 0o600, fsync: false });
}
