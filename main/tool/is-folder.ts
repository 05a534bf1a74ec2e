import { statSync } from 'node:fs';

/** Whether there is a folder at the path, links followed. `false` when that can't be told. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    // A file on the way to it, a loop of links, or no right to look.
    return false;
  }
}
