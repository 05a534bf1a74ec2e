import { createLogger } from '#main/log/logger.ts';
import { visitInSlices } from '#main/tool/in-slices.ts';
import type { WorkPeriod } from '../checkpoint-history.ts';
import type { Git } from '../store/git.ts';
import { changesOfEach, type ContentChange, countLines, findRenames, type TreeDifference } from '../store/tree-diff.ts';

const log = createLogger('checkpoints');

/** One file that isn’t what it was. */
export interface ChangedFile {
  readonly path: string;
  readonly change: 'modify' | 'create' | 'delete' | 'rename' | 'mode';
  /** What it was called, if it was renamed. */
  readonly from: string | null;
  /** Id of its content; the same for the same. */
  readonly version: string;
  /** Lines, counted from then to now; `null` for what isn’t text. */
  readonly added: number | null;
  readonly removed: number | null;
  /** Checkpoints that begin times in which the agent was at work and it changed. */
  readonly agentTimes: readonly string[];
  readonly changedByOthers: boolean;
}

export interface ChangedTrees {
  readonly then: string;
  readonly now: string;
  readonly times: readonly WorkPeriod[];
  /** Paths that a person saved since, even while an agent was at work. */
  readonly saved: ReadonlySet<string>;
}

/** @param differences from now (`from`) to then (`to`), as for a restore. */
export async function changedFiles(
  git: Git,
  differences: readonly TreeDifference[],
  { then, now, times, saved }: ChangedTrees,
): Promise<ChangedFile[]> {
  const listed = new Set(differences.map(({ path }) => path));
  const [lines, found, changed] = await Promise.all([
    countLines(git, then, now),
    findRenames(git, then, now),
    // Trees of long ago may have been tidied away; then no call is named, and any change may be a person's.
    changesOfPeriods(git, times).catch((): readonly ChangedPeriod[] => []),
  ]);
  const byOthers =
    changed.length < times.length
      ? 'unknown'
      : await changedByOthers(git, changed, saved).catch((error: unknown) => {
          log.debug('It could not be found out which files others have changed', error);
          return 'unknown' as const;
        });
  const renames = new Map([...found].filter(([path, { from }]) => listed.has(path) && listed.has(from)));
  const gone = new Set([...renames.values()].map(({ from }) => from));
  const agentTimes = (paths: readonly string[]): string[] =>
    changed
      .filter(({ who, changes }) => who === 'agent' && paths.some((path) => changes.has(path)))
      .map(({ checkpointId }) => checkpointId);
  const files: ChangedFile[] = [];
  await visitInSlices(differences, ({ path, from: file, to: before }) => {
    if (gone.has(path)) return;
    const rename = renames.get(path);
    const isSame = file?.blob === before?.blob;
    const counts = rename ? rename.lines : (lines.get(path) ?? (isSame ? { added: 0, removed: 0 } : undefined));
    const paths = rename ? [path, rename.from] : [path];
    files.push({
      path,
      change: rename ? 'rename' : before === null ? 'create' : file === null ? 'delete' : isSame ? 'mode' : 'modify',
      from: rename?.from ?? null,
      version: file === null ? 'gone' : `${file.blob} ${file.mode} ${file.perm}`,
      added: counts?.added ?? null,
      removed: counts?.removed ?? null,
      agentTimes: agentTimes(paths),
      changedByOthers: byOthers === 'unknown' || paths.some((each) => byOthers.has(each)),
    });
  });
  return files;
}

/** A time between two checkpoints and what changed in it, by path. */
interface ChangedPeriod extends WorkPeriod {
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
