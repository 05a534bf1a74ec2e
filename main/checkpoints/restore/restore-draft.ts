import { randomUUID } from 'node:crypto';
import { lstat, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** A draft is renamed as soon as it is written; an older one was left behind. */
const IN_USE_MS = 60_000;

/** The name of a file that is being written beside the one it will replace. */
export function restoreDraftName(): string {
  return `.gatehouse-restore-${randomUUID()}`;
}

/** A draft is in use or was left behind by a killed process: never part of a project. */
export function isRestoreDraft(name: string): boolean {
  return /^\.gatehouse-restore-[0-9a-f-]{36}$/u.test(name);
}

/** Removes drafts that a killed process left behind. Never rejects: they do no harm. */
export async function removeLeftDrafts(projectDir: string, drafts: readonly string[], now: number): Promise<void> {
  for (const path of drafts) {
    const file = join(projectDir, path);
    // Drafts that are gone or can't be removed do no harm.
    const stat = await lstat(file).catch(() => undefined);
    if (stat && !stat.isDirectory() && now - stat.ctimeMs > IN_USE_MS) await unlink(file).catch(() => undefined);
  }
}
