import type { ChangedFile } from '#shared/contract/changes.ts';
import { foldedBecause } from './folded-because.ts';

/** Rows of diffs that are shown without a click: about three screens. */
const MAX_ROWS = 120;
/** A longer file would hide that there are others below it. */
const MAX_CHANGED_LINES = 40;
/** Rows around the changed lines of a file: its name, its calls, context. */
const ROWS_AROUND = 8;

/** The paths of the files whose diffs are open when the list appears: the short ones, in the order of the list, or the only one. */
export function openAtFirst(files: readonly Pick<ChangedFile, 'path' | 'added' | 'removed'>[]): ReadonlySet<string> {
  const open = new Set<string>();
  const [only] = files;
  if (only && files.length === 1) return open.add(only.path);
  let rows = 0;
  for (const { path, added, removed } of files) {
    if (added === null || removed === null) continue;
    if (foldedBecause({ path, added, removed })) continue;
    const more = added + removed + ROWS_AROUND;
    if (added + removed > MAX_CHANGED_LINES) continue;
    if (rows + more > MAX_ROWS) continue;
    rows += more;
    open.add(path);
  }
  return open;
}
