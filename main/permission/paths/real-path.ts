import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '#shared/error-code.ts';
import { isPlainPath } from './plain-path.ts';

const MAX_LINKS = 40;
/** PATH_MAX on macOS in bytes, the lowest of the supported systems. */
const SHORTEST_PATH_LIMIT = 1024;
const QUIET = { throwIfNoEntry: false } as const;

/**
 * Resolves the links of an absolute path: follows those of the longest existing ancestor, dangling ones included; what does not exist yet
 * is kept as spelled. Undefined when it can't be resolved (a loop, no access, a NUL).
 */
export function realPath(absolute: string): string | undefined {
  if (absolute.includes('\0')) return undefined;
  try {
    // Checked first: a thrown error is about ten times as slow, and many paths don't exist.
    if (statSync(absolute, QUIET) !== undefined) return realpathSync.native(absolute);
    // A missing file is in the real path of its folder; one lookup is faster than resolving each parent.
    if (isPlainlySpelled(absolute) && lstatSync(absolute, QUIET) === undefined) {
      const folder = path.dirname(absolute);
      if (statSync(folder, QUIET) !== undefined) return path.join(realpathSync.native(folder), path.basename(absolute));
    }
  } catch {
    // No access, or a loop: resolving step by step shows where.
  }
  return follow(absolute, 0);
}

/** With a trailing separator `lstat` would follow the link. */
function isPlainlySpelled(absolute: string): boolean {
  return isPlainPath(absolute) || (path.normalize(absolute) === absolute && !absolute.endsWith(path.sep));
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
    const code = errorCode(error);
    // The name is too long although the path isn't: no such file can exist.
    if (code === 'ENAMETOOLONG' && Buffer.byteLength(file) < SHORTEST_PATH_LIMIT) return 'missing';
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unknown';
  }
}

/** The same, but `..` after a link goes up from the link's target, as in the kernel. */
export function physicalPath(absolute: string): string | undefined {
  return absolute.includes('\0') ? undefined : follow(absolute, 0);
}
