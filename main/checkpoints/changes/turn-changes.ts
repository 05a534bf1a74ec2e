import type { DatedCheckpoint } from '../checkpoint-history.ts';
import { KnownCoverage } from '../coverage/known-coverage.ts';
import type { Git } from '../store/git.ts';
import { pathsIn, type TreeDifference } from '../store/tree-diff.ts';
import { changedFiles, type ChangedFile } from './changed-files.ts';

/** What a turn that has ended changed, whatever happened since. */
export interface TurnChanges {
  readonly files: readonly ChangedFile[];
  /** Those of the paths that its first or last checkpoint covers. */
  readonly covered: (paths: ReadonlySet<string>) => Promise<ReadonlySet<string>>;
}

interface InTurn {
  /** From the end of the turn (`from`) to its start (`to`). */
  readonly differences: readonly TreeDifference[];
  /** Files that tools created since its start. */
  readonly created: ReadonlySet<string>;
  /** Paths that a person saved meanwhile. */
  readonly saved: ReadonlySet<string>;
}

/** Depends on the two checkpoints only, not on the files now: a restore doesn’t change what the turn did. */
export async function compareTurn(
  git: Git,
  { start, end }: { readonly start: DatedCheckpoint; readonly end: DatedCheckpoint },
  { differences, created, saved }: InTurn,
): Promise<TurnChanges> {
  const [then, now] = [start.tree, end.tree];
  const periods = [{ checkpointId: start.checkpointId, who: 'agent', from: then, to: now }] as const;
  const covered = async (paths: ReadonlySet<string>): Promise<ReadonlySet<string>> =>
    new Set([...(await pathsIn(git, then, paths)), ...(await pathsIn(git, now, paths))]);
  const coverage = await KnownCoverage.read(git, [then]);
  const [leftOut] = coverage.leftOut;
  // A file may only seem new: it was there, and the first checkpoint left it out.
  const isNew = (path: string): boolean => created.has(path) || (coverage.complete && leftOut?.reaches(path) === false);
  const own = differences.filter(({ path, to }) => to !== null || isNew(path));
  return { files: await changedFiles(git, own, { then, now, periods, saved }), covered };
}
