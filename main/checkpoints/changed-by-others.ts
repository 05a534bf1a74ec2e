import type { WorkPeriod } from './checkpoint-history.ts';
import type { Git } from './git.ts';
import { changesOfEach, findRenames, type ContentChange } from './tree-diff.ts';

/** A time between two checkpoints and what changed in it, by path. */
export interface ChangedPeriod extends WorkPeriod {
  readonly changes: ReadonlyMap<string, ContentChange>;
}

/** @throws CheckpointError when trees of that time have been tidied away. */
export async function changesOfPeriods(git: Git, times: readonly WorkPeriod[]): Promise<readonly ChangedPeriod[]> {
  const changes = await changesOfEach(
    git,
    times.map(({ from, to }) => [from, to]),
  );
  return times.map((time, index) => ({ ...time, changes: changes[index] ?? new Map<string, ContentChange>() }));
}

/**
 * Paths of files that were changed by someone else than the agent, in the order of these times, and the paths to which the agent then
 * moved such files: they are still the person's.
 * @param saved paths that a person saved, even while the agent was at work.
 * @throws CheckpointError
 */
export async function changedByOthers(git: Git, times: readonly ChangedPeriod[], saved: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const theirs = new Set(saved);
  for (const time of times) {
    if (time.who === 'others') for (const path of time.changes.keys()) theirs.add(path);
    if (time.who === 'agent') for (const path of await movedTo(git, time, theirs)) theirs.add(path);
  }
  return theirs;
}

/** Where files went that stood at these paths. */
async function movedTo(git: Git, { from, to, changes }: ChangedPeriod, paths: ReadonlySet<string>): Promise<readonly string[]> {
  const gone = new Map([...changes].flatMap(([path, change]) => (change.to === null && paths.has(path) ? [[path, change.from]] : [])));
  if (gone.size === 0) return [];
  const contents = new Set(gone.values());
  // Of several files with the same content git names only one.
  const same = [...changes].flatMap(([path, change]) => (change.to !== null && contents.has(change.to) ? [path] : []));
  const renames = await findRenames(git, from, to, true);
  return [...same, ...[...renames].flatMap(([path, rename]) => (gone.has(rename.from) ? [path] : []))];
}
