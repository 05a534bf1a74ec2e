import type { RestorePreviewFile } from '#shared/contract/restore.ts';
import type { LeftOutReason } from '#shared/session/checkpoint.ts';

export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** What restoring does to a file. */
export const CHANGES: Readonly<Record<RestorePreviewFile['change'], string>> = {
  modify: 'change back',
  create: 'bring back',
  delete: 'remove',
  mode: 'permissions',
};

export const REASONS: Readonly<Record<LeftOutReason, string>> = {
  uncovered: 'was there then, and not covered',
  unknown: 'may have been there then, not covered',
  ignored: 'ignored by git',
  large: 'over 5 MB',
  special: 'no ordinary file',
  unreadable: 'can’t be read',
  name: 'its name isn’t valid text',
  repository: 'one of too many repositories',
};
