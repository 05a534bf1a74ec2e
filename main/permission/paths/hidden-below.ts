import type { HiddenNames } from '#shared/permission/facts.ts';
import { type Walk, walkBelow } from './walk-below.ts';

/** More different names are not kept. */
const MAX_NAMES = 200;

/** The names that start with a dot below some folders on disk; undefined where not all are known. */
export function hiddenBelow(folders: readonly string[], walk: Walk = {}): HiddenNames | undefined {
  const files = new Set<string>();
  const names = new Set<string>();
  const isKnown = walkBelow(folders, walk, (item) => {
    if (!item.name.startsWith('.')) return true;
    // A link may lead to a folder.
    if (!item.isDirectory()) files.add(item.name);
    if (item.isDirectory() || item.isSymbolicLink()) names.add(item.name);
    return files.size + names.size <= MAX_NAMES;
  });
  return isKnown ? { files: [...files], folders: [...names] } : undefined;
}

/** The same for files that are given by their paths. */
export function hiddenNamesOf(paths: readonly string[]): HiddenNames | undefined {
  const files = new Set<string>();
  const folders = new Set<string>();
  for (const one of paths) {
    if (!one.startsWith('.') && !one.includes('/.')) continue;
    const names = one.split('/');
    const last = names.pop() ?? '';
    if (last.startsWith('.')) files.add(last);
    for (const name of names) if (name.startsWith('.')) folders.add(name);
  }
  return files.size + folders.size <= MAX_NAMES ? { files: [...files], folders: [...folders] } : undefined;
}
