import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';

const ARCHIVED_FILE = 'archived';

/** Whether a person put the session aside. A file next to the log says so, as for its title. */
export function isArchived(sessionDir: string): boolean {
  return existsSync(join(sessionDir, ARCHIVED_FILE));
}

/** @throws Error when it can't be written. */
export function markArchived(sessionDir: string, archived: boolean): void {
  const file = join(sessionDir, ARCHIVED_FILE);
  if (archived) writeFileAtomic.sync(file, '', { mode: 0o600, fsync: false });
  else rmSync(file, { force: true });
}
