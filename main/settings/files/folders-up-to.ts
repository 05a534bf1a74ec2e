import { dirname } from 'node:path';

/** A folder and those above it up to `root`, the nearest first. */
export function foldersUpTo(folder: string, root: string): string[] {
  return folder === root || dirname(folder) === folder ? [folder] : [folder, ...foldersUpTo(dirname(folder), root)];
}
