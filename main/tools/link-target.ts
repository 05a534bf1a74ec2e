import { readlinkSync } from 'node:fs';
import path from 'node:path';

/** As many as Linux follows. */
const MAX_LINKS = 40;

/** Where a symbolic link leads, through other links: a path that may not exist, or `circle`. `undefined` if it is no link. */
export function linkTarget(file: string): string | undefined {
  let target = file;
  for (let links = 0; links < MAX_LINKS; links += 1) {
    const next = linkAt(target);
    if (next === undefined) return links === 0 ? undefined : target;
    target = path.resolve(path.dirname(target), next);
  }
  return CIRCLE;
}

export const CIRCLE = 'circle';

export function circleMessage(file: string): string {
  return `'${file}' is a symbolic link that leads back to itself, so there is no file. Remove or correct the link with Bash.`;
}

function linkAt(file: string): string | undefined {
  try {
    return readlinkSync(file);
  } catch {
    // No link, or nothing there.
    return undefined;
  }
}
