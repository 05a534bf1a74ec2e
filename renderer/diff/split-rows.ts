import { type DiffRow, isLineRow, type LineRow } from './diff-rows.ts';

/** One row of a diff whose versions stand side by side. A line that didn’t change is on both sides. */
export interface SplitRow {
  readonly type: 'same' | 'changed';
  readonly old: LineRow | undefined;
  readonly new: LineRow | undefined;
}

/** The lines of a hunk side by side: those that were removed beside those that were added in their place. */
export function splitRows(rows: readonly DiffRow[]): readonly SplitRow[] {
  const split: SplitRow[] = [];
  let removed: LineRow[] = [];
  let added: LineRow[] = [];
  const endBlock = (): void => {
    for (let at = 0; at < Math.max(removed.length, added.length); at += 1)
      split.push({ type: 'changed', old: removed[at], new: added[at] });
    removed = [];
    added = [];
  };
  for (const row of rows) {
    if (!isLineRow(row)) continue;
    if (row.type === 'remove') {
      // What is removed after lines were added begins another block.
      if (added.length > 0) endBlock();
      removed.push(row);
    } else if (row.type === 'add') added.push(row);
    else {
      endBlock();
      split.push({ type: 'same', old: row, new: row });
    }
  }
  endBlock();
  return split;
}
