import { constants, existsSync } from 'node:fs';
import { access, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { AppError } from '#shared/contract/app-error.ts';
import type { FolderListing } from '#shared/contract/project.ts';

const MAX_LISTED = 1000;
/** A dropped folder is searched for up to this depth below the home folder, and in this many folders at most. */
const LOCATE_DEPTH = 4;
const LOCATE_MAX_FOLDERS = 4000;
const NEVER_ENTERED = new Set(['node_modules', 'Library', 'AppData', '__pycache__', 'target', 'vendor']);

/** The folder's real path. @throws AppError `not_found` when there is none, `invalid_input` for a relative path. */
export async function realFolder(path: string): Promise<string> {
  if (!isAbsolute(path)) throw new AppError('invalid_input', `“${path}” is not an absolute path.`);
  let real: string;
  try {
    real = await realpath(path);
  } catch (error) {
    throw new AppError('not_found', `There is no folder ${path}, or it can’t be opened.`, { cause: error });
  }
  const info = await stat(real);
  if (info.isDirectory() && !(await isReadable(real)))
    throw new AppError('refused', `${path} can’t be read: you may not have the right to. Change its permissions, or open another folder.`);
  if (!info.isDirectory()) throw new AppError('invalid_input', `${path} is a file. Open the folder it is in.`);
  return real;
}

async function isReadable(folder: string): Promise<boolean> {
  return access(folder, constants.R_OK | constants.X_OK).then(
    () => true,
    // Told to the person.
    () => false,
  );
}

/** Sub-folders for the window's own folder chooser, hidden ones left out. */
export async function browseFolder(path: string): Promise<FolderListing> {
  const real = await realFolder(path);
  const names = await visibleFolders(real).catch((error: unknown) => {
    throw new AppError('refused', `${real} can’t be listed: you may not have the right to read it.`, { cause: error });
  });
  const parent = dirname(real);
  return {
    path: real,
    parent: parent === real ? null : parent,
    folders: names.slice(0, MAX_LISTED).map((name) => ({ name, path: join(real, name), isGit: existsSync(join(real, name, '.git')) })),
  };
}

/**
 * Finds the folder that was dropped on a browser window, which reports its name and entries but never its path. Checks `likely` first, then
 * searches breadth-first below each of `roots`. Returns every folder with that name that has all those entries.
 */
export async function locateFolder(
  dropped: { name: string; entries: readonly string[] },
  likely: readonly string[],
  roots: readonly string[],
): Promise<string[]> {
  const found = new Set<string>();
  const seen = new Set<string>();
  const check = async (path: string): Promise<void> => {
    if (basename(path) === dropped.name && dropped.entries.every((entry) => existsSync(join(path, entry)))) found.add(await realpath(path));
  };
  // A folder that can't be read is not the dropped one.
  for (const path of likely) await check(path).catch(() => undefined);
  let level = [...roots];
  for (let depth = 0; depth < LOCATE_DEPTH && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const folder of level) {
      if (seen.has(folder)) continue;
      if (seen.size >= LOCATE_MAX_FOLDERS) return [...found];
      seen.add(folder);
      // Folders that can't be read are passed over.
      for (const name of await visibleFolders(folder).catch(() => [])) {
        const path = join(folder, name);
        // As above.
        await check(path).catch(() => undefined);
        if (!NEVER_ENTERED.has(name)) next.push(path);
      }
    }
    level = next;
  }
  return [...found];
}

async function visibleFolders(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .toSorted((a, b) => a.localeCompare(b));
}
