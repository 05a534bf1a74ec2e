import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { isInside } from '#main/tool/is-inside.ts';
import { realPath } from '../paths/real-path.ts';

/** Where programs are looked for, and folders that the agent or the repository fills. */
export interface ProgramPlaces {
  readonly searchPath: readonly string[];
  readonly workingDirs: readonly string[];
}

/** The shell has these itself. */
const BUILTINS: ReadonlySet<string> = new Set(
  '[ [[ : builtin cd command echo false for hash help history jobs kill printf pwd test time true type'.split(' '),
);

/** What was found just now: kept until the engine's thread comes to rest, so that calls that came together look for `git` once, not twice each. */
let found = new Map<string, boolean>();

/**
 * Whether a name stands for a program that lies in a working directory, or leads there: with such a folder on the `PATH`, that is not
 * the program of that name which everybody knows.
 *
 * @param isFile It is no builtin where it stands.
 */
export function isShadowed(name: string, dir: string, places: ProgramPlaces, isFile = false): boolean {
  if ((!isFile && BUILTINS.has(name)) || name === '' || name.includes('/')) return false;
  const key = JSON.stringify([name, dir, places.searchPath, places.workingDirs]);
  const known = found.get(key);
  if (known !== undefined) return known;
  if (found.size === 0) setImmediate(() => (found = new Map()));
  const shadowed = looksShadowed(name, dir, places);
  found.set(key, shadowed);
  return shadowed;
}

function looksShadowed(name: string, dir: string, { searchPath, workingDirs }: ProgramPlaces): boolean {
  for (const folder of searchPath) {
    const file = path.resolve(dir, folder, name);
    if (!isCandidate(file)) continue;
    const places = [file, realPath(file) ?? file];
    if (places.some((place) => workingDirs.some((own) => isInside(place, own)))) return true;
    if (isExecutable(file)) return false;
  }
  return false;
}

/** A shell passes over folders of that name, and over what it can't get at. */
function isCandidate(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false })?.isDirectory() === false;
  } catch {
    return false;
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
