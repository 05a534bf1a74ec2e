import path from 'node:path';
import { absolutePath } from '../input-path.ts';

/** The folder a glob searches and the pattern within it. A pattern that starts with a path of its own moves the folder. */
export function splitGlob(pattern: string, folder: string | undefined, cwd: string): { readonly root: string; readonly pattern: string } {
  const base = absolutePath(folder ?? '.', cwd);
  if (!movesFolder(pattern)) return { root: base, pattern };
  const segments = pattern.split('/');
  const firstWild = segments.findIndex((segment) => /[*?[{\\]/.test(segment));
  const fixed = segments.slice(0, firstWild === -1 ? -1 : firstWild);
  const rest = segments.slice(fixed.length).join('/');
  // A leading slash leaves an empty first segment: only the root folder is in front of it.
  const prefix = fixed.join('/') || (pattern.startsWith('/') ? '/' : '.');
  return { root: absolutePath(prefix, base), pattern: rest };
}

function movesFolder(pattern: string): boolean {
  return path.isAbsolute(pattern) || pattern.startsWith('~/') || pattern.split('/').includes('..');
}
