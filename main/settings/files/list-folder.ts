import { opendirSync } from 'node:fs';

/** Names in a folder, sorted; at most `max` of them, since a repository may have any number. None where it can't be read. */
export function listFolder(folder: string, max: number): string[] {
  const names: string[] = [];
  try {
    const dir = opendirSync(folder);
    try {
      for (let entry = dir.readSync(); entry && names.length < max; entry = dir.readSync()) names.push(entry.name);
    } finally {
      dir.closeSync();
    }
  } catch {
    // No such folder, or it can't be read: nothing is found there.
  }
  return names.toSorted();
}
