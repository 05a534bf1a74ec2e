import type { ConcretePath, PathFact } from '#shared/permission/facts.ts';
import { isInside } from '#main/tool/is-inside.ts';
import type { Case, Folder } from './case.ts';

/** True when both the spelling and the real target are in one of the folders; a folder may also be spelled by its real path. */
function inFolders(file: ConcretePath, folders: readonly Folder[]): boolean {
  return spelledIn(file.path, folders) && folders.some(({ real }) => isInside(file.real, real));
}

function spelledIn(file: string, folders: readonly Folder[]): boolean {
  return folders.some(({ path, real }) => isInside(file, path) || isInside(file, real));
}

function every(fact: PathFact, folders: readonly Folder[]): boolean {
  if (fact.unresolved) return false;
  if (!inFolders(fact, folders)) return false;
  return fact.matches.every(({ path, real, stands }) => inFolders({ path, real: stands ?? real }, folders));
}

export function inWorkingDirs(fact: PathFact, at: Case): boolean {
  return every(fact, at.workingDirs);
}

/** Reading needs no approval in the working directories and in the folders of this session's results. */
export function freeToRead(fact: PathFact, at: Case): boolean {
  // Elsewhere there are no results of this session.
  return every(fact, at.facts.place ? at.workingDirs : [...at.workingDirs, ...at.readableDirs]);
}

/** Devices a command may read or write without any effect. */
export function isNullDevice(fact: PathFact): boolean {
  return fact.path === '/dev/null';
}
