import type { PermissionSuggestion } from '#shared/permission/decision.ts';
import type { PathFact } from '#shared/permission/facts.ts';
import type { Case } from './layers/case.ts';
import { coverLine } from './layers/coverage.ts';
import { freeToRead, inWorkingDirs } from './layers/places.ts';
import { folderOf, isTooWide } from './suggest-folder.ts';
import { directoriesSuggestion } from './suggestion.ts';

const MAX_DIRECTORIES = 3;

/** Suggests the folder of a file as a working directory where that would include the file; never a folder that contains the home folder. */
export function suggestDirectoryOf(file: PathFact, at: Case): PermissionSuggestion[] {
  const folder = folderOf(file);
  const added = withDirectories(at, [folder]);
  return !isTooWide(folder, at) && inWorkingDirs(file, added) ? [directoriesSuggestion([folder])] : [];
}

/** The same for a command line that asks only because of what it reads. */
export function suggestDirectoriesForLine(at: Case): PermissionSuggestion[] {
  const files = (at.facts.shell?.commands ?? []).flatMap(({ paths }) => paths);
  const outside = files.filter((fact) => fact.access !== 'mention' && !fact.unresolved && !freeToRead(fact, at));
  const folders = [...new Set(outside.map(folderOf))];
  if (folders.length === 0 || folders.length > MAX_DIRECTORIES || folders.some((folder) => isTooWide(folder, at))) return [];
  const parts = coverLine(withDirectories(at, folders), { rules: true, edits: false });
  return parts.every(({ covered }) => covered) ? [directoriesSuggestion(folders)] : [];
}

function withDirectories(at: Case, folders: readonly string[]): Case {
  return { ...at, workingDirs: [...at.workingDirs, ...folders.map((folder) => ({ path: folder, real: folder }))] };
}
