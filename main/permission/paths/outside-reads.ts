import { statSync } from 'node:fs';
import path from 'node:path';
import type { CallFacts, PathFact } from '#shared/permission/facts.ts';
import { isFolder } from '#main/tool/is-folder.ts';
import { isInside } from '#main/tool/is-inside.ts';
import { isSecretPath } from './secret-path.ts';
import { walkBelow } from './walk-below.ts';

const MAX_DEPTH = 12;

/** The folder containing `.git` above a file outside the working directories; undefined at or above the home folder. */
function checkoutOf(file: string, home: string): string | undefined {
  let folder = file;
  for (let depth = 0; depth < MAX_DEPTH && !isInside(home, folder) && path.dirname(folder) !== folder; depth++) {
    try {
      if (statSync(path.join(folder, '.git'), { throwIfNoEntry: false }) !== undefined) return folder;
    } catch {
      // A folder that can't be looked into counts as none.
      return undefined;
    }
    folder = path.dirname(folder);
  }
  return undefined;
}

interface Places {
  readonly home: string;
  /** As spelled and with links resolved. */
  readonly workingDirs: readonly string[];
}

/** The same facts, with what is around each path that is read outside the working directories. */
export function withOutsideReads(facts: CallFacts, places: Places): CallFacts {
  const { shell } = facts;
  if (![...facts.paths, ...(shell?.commands ?? []).flatMap(({ paths }) => paths)].some((fact) => isReadOutside(fact, places))) return facts;
  const look = (paths: readonly PathFact[]): PathFact[] => paths.map((fact) => withSurroundings(fact, places));
  return {
    ...facts,
    paths: look(facts.paths),
    ...(shell === undefined
      ? {}
      : { shell: { ...shell, commands: shell.commands.map((command) => ({ ...command, paths: look(command.paths) })) } }),
  };
}

function isReadOutside(fact: PathFact, { workingDirs }: Places): boolean {
  const reads = fact.access === 'read' || fact.access === 'list' || fact.access === 'enter';
  return reads && !fact.unresolved && !workingDirs.some((dir) => isInside(fact.real, dir));
}

function withSurroundings(fact: PathFact, places: Places): PathFact {
  if (!isReadOutside(fact, places)) return fact;
  const checkout = checkoutOf(fact.real, places.home);
  const folder = isFolder(fact.real) ? fact.real : path.dirname(fact.real);
  return {
    ...fact,
    ...(checkout !== undefined && { checkout }),
    ...(folder === fact.real && { isFolder: true }),
    ...(isFolder(folder) && !walkBelow([folder], {}, (_item, file) => !isSecretPath(file)) && { nearKeys: true }),
  };
}
