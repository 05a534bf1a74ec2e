import { createLogger } from '#main/log/logger.ts';
import { changedByOthers, changesOfPeriods, type ChangedFile, type ComparedTrees } from '../changes/changed-files.ts';
import type { Git } from '../store/git.ts';
import { countLines, type TreeDifference } from '../store/tree-diff.ts';

const log = createLogger('checkpoints');

/** What restoring one file does to it. Lines are counted from now to then. */
export interface PreviewFile extends Pick<ChangedFile, 'path' | 'added' | 'removed' | 'changedByOthers'> {
  /** `create` restores a missing file, `delete` removes one that did not exist. */
  readonly change: 'modify' | 'create' | 'delete' | 'mode';
}

export async function previewFiles(
  git: Git,
  differences: readonly TreeDifference[],
  { now, then, periods, saved }: ComparedTrees,
): Promise<PreviewFile[]> {
  // A content that the store has lost has no line counts; restoring reports the file.
  const counting = countLines(git, now, then).catch(() => new Map<string, { added: number; removed: number }>());
  const finding = changesOfPeriods(git, periods)
    .then((changed) => changedByOthers(git, changed, saved))
    .catch((error: unknown) => {
      log.debug('It could not be found out which files others have changed', error);
      return 'unknown' as const;
    });
  const [lines, byOthers] = await Promise.all([counting, finding]);
  return differences.map(({ path, from, to }) => ({
    path,
    change: from === null ? 'create' : to === null ? 'delete' : from.blob === to.blob ? 'mode' : 'modify',
    added: lines.get(path)?.added ?? (from?.blob === to?.blob ? 0 : null),
    removed: lines.get(path)?.removed ?? (from?.blob === to?.blob ? 0 : null),
    changedByOthers: byOthers === 'unknown' || byOthers.has(path),
  }));
}
