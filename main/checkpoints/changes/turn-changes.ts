import type { DatedCheckpoint } from '../checkpoint-history.ts';
import type { Git } from '../store/git.ts';
import { pathsIn, type TreeDifference } from '../store/tree-diff.ts';
import { changedFiles, type ChangedFile } from './changed-files.ts';

/** What a turn that has ended changed, whatever happened since. */
export interface TurnChanges {
  readonly files: readonly ChangedFile[];
  /** Those of the paths that its first or last checkpoint covers. */
  readonly covered: (paths: ReadonlySet<string>) => Promise<ReadonlySet<string>>;
}

/**
 * @param differences from the end of the turn (`from`) to its start (`to`).
 * @param saved paths that a person has saved since its start.
 */
export async function compareTurn(
  git: Git,
  { start, end }: { readonly start: DatedCheckpoint; readonly end: DatedCheckpoint },
  differences: readonly TreeDifference[],
  saved: ReadonlySet<string>,
): Promise<TurnChanges> {
  const [then, now] = [start.tree, end.tree];
  const periods = [{ checkpointId: start.checkpointId, who: 'agent', from: then, to: now }] as const;
  const covered = async (paths: ReadonlySet<string>): Promise<ReadonlySet<string>> =>
    new Set([...(await pathsIn(git, then, paths)), ...(await pathsIn(git, now, paths))]);
  return { files: await changedFiles(git, differences, { then, now, periods, saved }), covered };
}
