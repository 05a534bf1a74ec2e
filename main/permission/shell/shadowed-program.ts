import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { isInside } from '#main/tool/is-inside.ts';
import { realPath } from '../paths/real-path.ts';
import { isChosenByFiles } from './version-files.ts';

/** Folders searched for programs, and folders that the agent or the repository can write. */
export interface ProgramFolders {
  readonly searchPath: readonly string[];
  readonly workingDirs: readonly string[];
}

/** The shell's own builtins. */
const BUILTINS: ReadonlySet<string> = new Set(
  '[ [[ : builtin cd command echo false for hash help history jobs kill printf pwd test time true type'.split(' '),
);

/** Results of this turn of the event loop, so that calls made together search for `git` once instead of twice each. */
let found = new Map<string, boolean>();

/**
 * Whether a name resolves to a program in a working directory, to one that links there, or to one of a version manager that runs what a file
 * there names. With such a folder on the `PATH`, it need not be
 * the well-known program of that name.
 *
 * @param isFile The name can't be a builtin here.
 */
export function isShadowed(name: string, dir: string, folders: ProgramFolders, isFile = false): boolean {
  if ((!isFile && BUILTINS.has(name)) || name === '' || name.includes('/')) return false;
  const key = JSON.stringify([name, dir, folders.searchPath, folders.workingDirs]);
  const known = found.get(key);
  if (known !== undefined) return known;
  if (found.size === 0) setImmediate(() => (found = new Map()));
  const shadowed = looksShadowed(name, dir, folders);
  found.set(key, shadowed);
  return shadowed;
}

function looksShadowed(name: string, dir: string, { searchPath, workingDirs }: ProgramFolders): boolean {
  for (const folder of searchPath) {
    const file = path.resolve(dir, folder, name);
    if (!isCandidate(file)) continue;
    const folders = [file, realPath(file) ?? file];
    if (folders.some((place) => workingDirs.some((own) => isInside(place, own)))) return true;
    if (isExecutable(file)) return isChosenByFiles(path.dirname(file), dir, workingDirs);
  }
  return false;
}

/** The shell skips folders of that name, and files it can't access. */
function isCandidate(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false })?.isDirectory() === false;
  } catch {
    // The shell can't access it either.
    return false;
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    // Not there, or not executable for us.
    return false;
  }
}
