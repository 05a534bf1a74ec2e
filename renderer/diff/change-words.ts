import type { ChangedFile } from '#shared/contract/changes.ts';

const count = (value: number): string => value.toLocaleString('en');

/** What happened to a file. */
export const changes: Readonly<Record<ChangedFile['change'], string>> = {
  modify: 'edited',
  create: 'new',
  delete: 'deleted',
  rename: 'renamed',
  mode: 'permissions',
};
/** Numbers of lines. */
export const lineCounts = {
  added: (lines: number) => `+${count(lines)}`,
  removed: (lines: number) => `−${count(lines)}`,
} as const;
