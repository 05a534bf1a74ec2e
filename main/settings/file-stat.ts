import { lstatSync, statSync, type Stats } from 'node:fs';

/** What is at a path, links followed; `undefined` when nothing is or it can't be looked at. */
export function statOf(path: string): Stats | undefined {
  return quietly(() => statSync(path, { throwIfNoEntry: false }));
}

/** The same of a link itself. */
export function linkStatOf(path: string): Stats | undefined {
  return quietly(() => lstatSync(path, { throwIfNoEntry: false }));
}

/** `throwIfNoEntry` doesn't cover a file where a folder is expected, loops of links and folders that are closed to us. */
function quietly<T>(read: () => T | undefined): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
