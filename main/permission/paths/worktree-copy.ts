import path from 'node:path';
import { isInside } from '#main/tool/is-inside.ts';

/** Folders in which Gatehouse makes worktrees, one inside another if need be, with the worktree's name. Names ignore case on some systems. */
const INTO_WORKTREE = /(?:[\\/]\.claude[\\/]worktrees[\\/][^\\/]+)+(?=[\\/])/giu;
/** The folder above all worktrees, and the one above that. */
const ABOVE_WORKTREES = /[\\/]\.claude(?:[\\/]worktrees(?:[\\/][^\\/]+)?)?$/iu;

/** The file of the checkout that a file of a worktree is a copy of, as the path says; `undefined` for any other file. */
export function originalOf(file: string): string | undefined {
  // Fast path: nearly all files.
  if (!/worktrees/iu.test(file)) return undefined;
  const original = file.replaceAll(INTO_WORKTREE, '');
  return original === file ? undefined : original;
}

/** The folders whose copies lie in a folder, itself included. */
export function originalsBelow(folder: string): readonly string[] {
  const original = originalOf(folder) ?? folder;
  const above = original.replace(ABOVE_WORKTREES, '');
  return [...new Set([folder, original, above])];
}

/** The same for worktrees in any folder: the file of the project that a file in one of them is a copy of. */
export function originalIn(file: string, worktrees: readonly string[], projectDir: string): string | undefined {
  // The innermost: one worktree may lie in another.
  const worktree = worktrees.filter((one) => isInside(file, one)).toSorted((a, b) => b.length - a.length)[0];
  if (worktree === undefined || (isInside(file, projectDir) && isInside(projectDir, worktree))) return undefined;
  return path.join(projectDir, path.relative(worktree, file));
}
