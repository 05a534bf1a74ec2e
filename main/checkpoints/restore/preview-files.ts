import { createLogger } from '#main/log/logger.ts';
import { changedByOthers, changesOfPeriods } from '../changes/changed-files.ts';
import type { WorkPeriod } from '../checkpoint-history.ts';
import type { Git } from '../store/git.ts';
import { countLines, type TreeDifference } from '../store/tree-diff.ts';

const log = createLogger('checkpoints');

/** What restoring one file does to it. */
export interface PreviewFile {
  readonly path: string;
  /** `create` restores a missing file, `delete` removes one that did not exist. */
  readonly change: 'modify' | 'create' | 'delete' | 'mode';
  /** Lines, counted from now to then; `null` for what isn’t text. */
  readonly added: number | null;
  readonly removed: number | null;
  /** Changed since by someone other than the agent, as far as known: that change would be lost. */
  readonly changedByOthers: boolean;
}

export interface PreviewTrees {
  readonly now: string;
  readonly target: string;
  /** The periods since the target. */
  readonly times: readonly WorkPeriod[];
  /** Paths that a person saved since, even while an agent was at work. */
  readonly saved: ReadonlySet<string>;
}

export async function previewFiles(
  git: Git,
  differences: readonly TreeDifference[],
  { now, target, times, saved }: PreviewTrees,
): Promise<PreviewFile[]> {
  // A content that the store has lost has no lines; restoring reports the file.
  const counting = countLines(git, now, target).catch(() => new Map<string, { added: number; removed: number }>());
  const finding = changesOfPeriods(git, times)
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
