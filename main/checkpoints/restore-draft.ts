import { randomUUID } from 'node:crypto';

/** The name of a file that is being written beside the one it will replace. */
export function restoreDraftName(): string {
  return `.gatehouse-restore-${randomUUID()}`;
}

/** Left behind by a process that was killed over it, or in use just now: never part of a project. */
export function isRestoreDraft(name: string): boolean {
  return /^\.gatehouse-restore-[0-9a-f-]{36}$/u.test(name);
}
