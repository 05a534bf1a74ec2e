import type { ChangedFile, HunkRange, RevertedFile } from '#shared/contract/changes.ts';
import type { RestoreDiff } from '#shared/contract/restore.ts';
import { hunkKey } from './kept-changes.ts';
import type { Kept } from './use-kept.ts';

/**
 * What to revert of a file without its kept hunks: the whole file, some hunks, or nothing.
 * @param diffOf fetches the file's diff, which only a file with a kept hunk needs.
 */
export async function withoutKeptParts(
  file: ChangedFile,
  kept: Pick<Kept, 'has' | 'hasPartOf'>,
  diffOf: (path: string) => Promise<RestoreDiff>,
): Promise<RevertedFile[]> {
  const { path } = file;
  if (file.change === 'modify' && kept.hasPartOf(path)) {
    const diff = await diffOf(path);
    const hunks = diff.type === 'diff' && diff.detail.type === 'diff' && diff.detail.truncated !== true ? diff.detail.hunks : [];
    const open = hunks.filter((hunk) => !kept.has(hunkKey(file, hunk)));
    if (open.length < hunks.length) return open.length === 0 ? [] : [{ path, hunks: open.map(rangeOf) }];
  }
  return wholeFile(file);
}

/** A renamed file is reverted to its old name. */
export function wholeFile({ path, from }: ChangedFile): RevertedFile[] {
  return from === null ? [{ path }] : [{ path }, { path: from }];
}

export function rangeOf({ oldStart, oldLines, newStart, newLines }: HunkRange): HunkRange {
  return { oldStart, oldLines, newStart, newLines };
}
