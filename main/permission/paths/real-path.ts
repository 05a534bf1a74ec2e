import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';

const MAX_LINKS = 40;
/** PATH_MAX of macOS, the lowest among the systems supported, in bytes. */
const SHORTEST_PATH_LIMIT = 1024;
const QUIET = { throwIfNoEntry: false } as const;

/**
 * Where an absolute path really leads. Links of the longest existing ancestor are followed, dangling ones included;
 * what does not exist yet is kept as spelled. Undefined when it can't be told (a loop, no access, a NUL).
 */
export function realPath(absolute: string): string | undefined {
  if (absolute.includes('\0')) return undefined;
  try {
    // Asked first, since an error is worth ten looks: much of what is asked about doesn't exist.
    if (statSync(absolute, QUIET) !== undefined) return realpathSync.native(absolute);
    // What isn't there at all lies where its folder leads: asking the folder is quicker than each of those above it.
    if (isPlainlySpelled(absolute) && lstatSync(absolute, QUIET) === undefined) {
      const folder = path.dirname(absolute);
      if (statSync(folder, QUIET) !== undefined) return path.join(realpathSync.native(folder), path.basename(absolute));
    }
  } catch {
    // No access, or a loop: step by step it shows where.
  }
  return follow(absolute, 0);
}

/** With a separator at its end a link would be followed where it is only asked for. */
function isPlainlySpelled(absolute: string): boolean {
  return path.normalize(absolute) === absolute && !absolute.endsWith(path.sep);
}

function follow(absolute: string, links: number): string | undefined {
  if (links > MAX_LINKS) return undefined;
  const { root } = path.parse(absolute);
  const parts = absolute
    .slice(root.length)
    .split(path.sep)
    .filter((part) => part !== '');
  let current = root;
  for (const [index, part] of parts.entries()) {
    if (part === '.') continue;
    if (part === '..') {
      current = path.dirname(current);
      continue;
    }
    const next = path.join(current, part);
    const target = linkTarget(next);
    if (target === 'unknown') return undefined;
    if (target === 'missing') return path.join(next, ...parts.slice(index + 1));
    if (target === 'plain') {
      current = next;
      continue;
    }
    const rest = parts.slice(index + 1).join(path.sep);
    return follow(`${path.resolve(current, target.to)}${rest === '' ? '' : path.sep + rest}`, links + 1);
  }
  return current;
}

function linkTarget(file: string): { readonly to: string } | 'plain' | 'missing' | 'unknown' {
  try {
    const found = lstatSync(file, QUIET);
    if (found === undefined) return 'missing';
    return found.isSymbolicLink() ? { to: readlinkSync(file) } : 'plain';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // A name that is too long in a path that isn't: no file can have it.
    if (code === 'ENAMETOOLONG' && Buffer.byteLength(file) < SHORTEST_PATH_LIMIT) return 'missing';
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unknown';
  }
}

/** The same, but `..` after a link goes up from where the link leads, as the kernel does it. */
export function physicalPath(absolute: string): string | undefined {
  return absolute.includes('\0') ? undefined : follow(absolute, 0);
}
