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

/** Stats of what is at a path, links followed; `undefined` when there is nothing or it can't be read. */
export function statOf(path: string): Stats | undefined {
  return quietly(() => statSync(path, { throwIfNoEntry: false }));
}

/** Like `statOf`, without following a link. */
export function linkStatOf(path: string): Stats | undefined {
  return quietly(() => lstatSync(path, { throwIfNoEntry: false }));
}

/** `throwIfNoEntry` doesn't cover a file where a folder is expected, loops of links and folders without access. */
function quietly<T>(read: () => T | undefined): T | undefined {
  try {
    return read();
  } catch {
    // As if there were nothing.
    return undefined;
  }
}
