import path from 'node:path';

/** Absolute, with nothing to normalise, as nearly all paths are. Cheaper than normalising. False for every path on Windows. */
export function isPlainPath(file: string): boolean {
  return path.sep === '/' && file.startsWith('/') && !/\/\.{0,2}(?:\/|$)/u.test(file);
}
