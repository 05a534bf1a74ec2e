import { createLogger } from '#main/log/logger.ts';
import { changedByOthers, changesOfPeriods, type ChangedFile, type ComparedTrees } from '../changes/changed-files.ts';
import type { Git } from '../store/git.ts';
import { countLines, findRenames, type Rename, type TreeDifference } from '../store/tree-diff.ts';

const log = createLogger('checkpoints');

/** What restoring one file does to it. Lines are counted from now to then. */
export interface PreviewFile extends Pick<ChangedFile, 'path' | 'from' | 'added' | 'removed' | 'changedByOthers'> {
  /** `create` restores a missing file, `delete` removes one that did not exist, `rename` gives back its old name (`from`). */
  readonly change: 'modify' | 'create' | 'delete' | 'rename' | 'mode';
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
  // Like the lines: without them, a renamed file is a missing one and a new one.
  const renaming = findRenames(git, then, now).catch((error: unknown) => {
    log.debug('It could not be found out which files were renamed', error);
    return new Map<string, Rename>();
  });
  const [lines, byOthers, found] = await Promise.all([counting, finding, renaming]);
  const listed = new Set(differences.map(({ path }) => path));
  const renames = new Map([...found].filter(([path, { from }]) => listed.has(path) && listed.has(from)));
  const old = new Set([...renames.values()].map(({ from }) => from));
  const isTheirs = (path: string): boolean => byOthers === 'unknown' || byOthers.has(path);
  return differences.flatMap(({ path, from, to }): PreviewFile[] => {
    if (old.has(path)) return [];
    const rename = renames.get(path);
    if (rename) {
      const counts = { added: rename.lines?.removed ?? null, removed: rename.lines?.added ?? null };
      return [{ path, from: rename.from, change: 'rename', ...counts, changedByOthers: isTheirs(path) || isTheirs(rename.from) }];
    }
    const same = from?.blob === to?.blob ? 0 : null;
    return [
      {
        path,
        from: null,
        change: from === null ? 'create' : to === null ? 'delete' : from.blob === to.blob ? 'mode' : 'modify',
        added: lines.get(path)?.added ?? same,
        removed: lines.get(path)?.removed ?? same,
        changedByOthers: isTheirs(path),
      },
    ];
  });
}
