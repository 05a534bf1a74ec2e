import { readdirSync } from 'node:fs';
import path from 'node:path';
import { isInside } from '#main/tool/is-inside.ts';
import { isFolder } from '#main/tool/is-folder.ts';
import { readBounded } from '#main/tool/read-bounded.ts';
import { realPath } from '../../paths/real-path.ts';

const MAX_BYTES = 1024 * 1024;
/** Git follows fewer (`MAX_ALTERNATE_DEPTH`). */
const MAX_STORES = 20;

const ELSEWHERE = 'it shows what another repository holds';

/**
 * Why a repository's content is elsewhere: its folder isn't its own, consists of links, or uses objects of another repository.
 * @param folders Those git may treat as the repository.
 * @param own Work trees, and the folders of their repositories.
 */
export function storeProblem(folders: readonly string[], own: readonly string[]): string | undefined {
  const isOwn = (place: string): boolean => {
    const real = realPath(place);
    return real !== undefined && own.some((folder) => isInside(real, folder));
  };
  const stores = new Set<string>();
  for (const folder of folders) {
    if (!isOwn(folder) || !linksIn(folder).every(isOwn)) return ELSEWHERE;
    stores.add(path.join(folder, 'objects'));
  }
  for (const store of stores) {
    const lent = alternatesOf(store);
    const links = [store, path.join(store, 'pack'), path.join(store, 'info')].flatMap(linksIn);
    if (lent === undefined || stores.size > MAX_STORES || !isOwn(store) || !links.every(isOwn)) return ELSEWHERE;
    for (const other of lent) stores.add(other);
  }
  return undefined;
}

/**
 * Repository folders outside the work tree that refer back to it, as those of linked work trees and submodules do. A clone or an archive can
 * bring a `.git` file that names any folder, but it can't write there.
 */
export function ownFolders(root: string, folders: readonly string[]): readonly string[] {
  const entry = realPath(path.join(root, '.git'));
  const own: string[] = [];
  for (const folder of folders) {
    const real = realPath(folder);
    if (real === undefined || entry === undefined) continue;
    const back = firstLine(path.join(folder, 'gitdir'));
    const common = firstLine(path.join(folder, 'commondir'));
    if (back !== undefined && common !== undefined) {
      const shared = realPath(path.resolve(folder, common));
      if (shared !== undefined && path.dirname(real) === path.join(shared, 'worktrees') && realPath(path.resolve(folder, back)) === entry)
        own.push(shared);
    }
    const config = readBounded(path.join(folder, 'config'), MAX_BYTES);
    const tree = config.kind === 'text' ? /^[ \t]*worktree[ \t]*=[ \t]*([^\n]*?)\s*$/imu.exec(config.text)?.[1] : undefined;
    if (tree !== undefined && realPath(path.resolve(folder, tree)) === root) own.push(real);
  }
  return own;
}

function firstLine(file: string): string | undefined {
  const read = readBounded(file, MAX_BYTES);
  return read.kind === 'text' ? read.text.trimEnd() : undefined;
}

/** Links directly in a folder. */
function linksIn(folder: string): readonly string[] {
  if (!isFolder(folder)) return [];
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isSymbolicLink() ? [path.join(folder, entry.name)] : []));
  } catch {
    // Its links are unknown, so they may lead anywhere.
    return [path.parse(folder).root];
  }
}

/** Folders of objects that git also searches; undefined if they can't be known. Relative ones start at the folder itself. */
function alternatesOf(store: string): readonly string[] | undefined {
  const read = readBounded(path.join(store, 'info/alternates'), MAX_BYTES);
  if (read.kind === 'missing') return [];
  if (read.kind === 'unreadable') return undefined;
  const lines = read.text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  // A quoted one has escapes.
  return lines.some((line) => line.startsWith('"')) ? undefined : lines.map((line) => path.resolve(store, line));
}
