import path from 'node:path';
import { absolutePath } from '../input-path.ts';

export interface GlobSearch {
  /** The folder to search, absolute. */
  readonly root: string;
  readonly pattern: string;
  /** The pattern starts at `root`; else one without a slash matches at any depth. */
  readonly anchored: boolean;
}

/** The folder a glob searches and the pattern within it. A pattern that starts with a path of its own moves the folder. */
export function splitGlob(pattern: string, folder: string | undefined, cwd: string): GlobSearch {
  const base = absolutePath(folder ?? '.', cwd);
  if (!movesFolder(pattern)) return { root: base, pattern, anchored: false };
  const segments = pattern.split('/');
  const firstWild = segments.findIndex((segment) => /[*?[{\\]/.test(segment));
  const fixed = segments.slice(0, firstWild === -1 ? -1 : firstWild);
  const rest = segments.slice(fixed.length).join('/');
  // A leading slash leaves an empty first segment: only the root folder is in front of it.
  const prefix = fixed.join('/') || (pattern.startsWith('/') ? '/' : '.');
  return { root: absolutePath(prefix, base), pattern: rest, anchored: true };
}

function movesFolder(pattern: string): boolean {
  return path.isAbsolute(pattern) || pattern.startsWith('~/') || pattern.split('/').includes('..');
}
