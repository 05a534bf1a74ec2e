import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** The path with links resolved as far as it exists; the rest is kept as spelled. Never throws. */
export function realPath(path: string): string {
  const absolute = resolve(path);
  try {
    return realpathSync.native(absolute);
  } catch {
    // It doesn't exist yet, or can't be reached: resolved as far as possible.
    const parent = dirname(absolute);
    return parent === absolute ? absolute : join(realPath(parent), basename(absolute));
  }
}

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
    // See the docstring.
    return undefined;
  }
}
