import { createLogger } from '#main/log/logger.ts';
import { visitInSlices } from '#main/tool/in-slices.ts';
import type { WorkPeriod } from '../checkpoint-history.ts';
import type { Git } from '../store/git.ts';
import { type ChangeTime, readChangeTimes } from './change-times.ts';
import { changesOfEach, type ContentChange, countLines, findRenames, type TreeDifference } from '../store/tree-diff.ts';

const log = createLogger('checkpoints');

/** A period of agent work in which a file changed. */
export interface AgentPeriod {
  /** The checkpoint at its start. */
  readonly checkpointId: string;
  /** When it was changed last, and when its content was, if that was another time; empty where that isn’t known. */
  readonly times: readonly ChangeTime[];
}

/** A file that has changed. */
export interface ChangedFile {
  readonly path: string;
  readonly change: 'modify' | 'create' | 'delete' | 'rename' | 'mode';
  /** Its previous name, if it was renamed. */
  readonly from: string | null;
  /** Id of its content; equal for equal content. */
  readonly version: string;
  /** Lines added and removed since then; `null` for what isn’t text. */
  readonly added: number | null;
  readonly removed: number | null;
  /** The periods of agent work in which the file changed. */
  readonly agentPeriods: readonly AgentPeriod[];
  readonly changedByOthers: boolean;
}

/** The trees of a comparison, and what happened between them. */
export interface ComparedTrees {
  readonly then: string;
  readonly now: string;
  readonly periods: readonly WorkPeriod[];
  /** Paths that a person has saved since, even while an agent was at work. */
  readonly saved: ReadonlySet<string>;
}

/** As people order names: `file5.js` before `file10.js`. */
const byName = new Intl.Collator('en', { numeric: true });

/**
 * The changed files, ordered by path.
 * @param differences from now (`from`) to then (`to`), as for a restore.
 */
export async function changedFiles(
  git: Git,
  differences: readonly TreeDifference[],
  { then, now, periods, saved }: ComparedTrees,
): Promise<ChangedFile[]> {
  const listed = new Set(differences.map(({ path }) => path));
  const [lines, found, changed] = await Promise.all([
    countLines(git, then, now),
    findRenames(git, then, now),
    // Old trees may have been removed; then no call is named, and any change may be a person's.
    changesOfPeriods(git, periods).catch((): readonly ChangedPeriod[] => []),
  ]);
  const byOthers =
    changed.length < periods.length
      ? 'unknown'
      : await changedByOthers(git, changed, saved).catch((error: unknown) => {
          log.debug('It could not be found out which files others have changed', error);
          return 'unknown' as const;
        });
  const renames = new Map([...found].filter(([path, { from }]) => listed.has(path) && listed.has(from)));
  const gone = new Set([...renames.values()].map(({ from }) => from));
  const dated = await datesIn(git, changed);
  const agentPeriods = (paths: readonly string[]): AgentPeriod[] =>
    changed.flatMap(({ who, changes, checkpointId, to }) =>
      who === 'agent' && paths.some((path) => changes.has(path))
        ? [{ checkpointId, times: paths.flatMap((path) => dated.get(to)?.get(path) ?? []) }]
        : [],
    );
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
      agentPeriods: agentPeriods(paths),
      changedByOthers: byOthers === 'unknown' || paths.some((each) => byOthers.has(each)),
    });
  });
  return files.toSorted((a, b) => byName.compare(a.path, b.path));
}

/** When files were changed, by the tree at the end of a period of agent work. */
async function datesIn(git: Git, periods: readonly WorkPeriod[]): Promise<ReadonlyMap<string, ReadonlyMap<string, readonly ChangeTime[]>>> {
  const trees = periods.flatMap(({ who, to }) => (who === 'agent' ? [to] : []));
  try {
    const times = await readChangeTimes(git, trees);
    return new Map(trees.map((tree, index) => [tree, times[index] ?? new Map<string, ChangeTime[]>()]));
  } catch (error) {
    log.debug('It could not be found out when files were changed', error);
    return new Map();
  }
}

/** A period between two checkpoints, and what changed in it by path. */
interface ChangedPeriod extends WorkPeriod {
  readonly changes: ReadonlyMap<string, ContentChange>;
}

/** @throws CheckpointError when trees of that period have been removed. */
export async function changesOfPeriods(git: Git, periods: readonly WorkPeriod[]): Promise<readonly ChangedPeriod[]> {
  const changes = await changesOfEach(
    git,
    periods.map(({ from, to }) => [from, to]),
  );
  return periods.map((period, index) => ({ ...period, changes: changes[index] ?? new Map<string, ContentChange>() }));
}

/**
 * Paths of files that someone other than the agent changed, in the order of the periods, and the paths to which the agent then moved such
 * files: their changes are still the person's.
 * @param saved paths that a person saved, even while the agent was at work.
 * @throws CheckpointError
 */
export async function changedByOthers(
  git: Git,
  periods: readonly ChangedPeriod[],
  saved: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const theirs = new Set(saved);
  for (const period of periods) {
    if (period.who === 'others') for (const path of period.changes.keys()) theirs.add(path);
    if (period.who === 'agent') for (const path of await movedTo(git, period, theirs)) theirs.add(path);
  }
  return theirs;
}

/** Where the files at these paths were moved to. */
async function movedTo(git: Git, { from, to, changes }: ChangedPeriod, paths: ReadonlySet<string>): Promise<readonly string[]> {
  const gone = new Map([...changes].flatMap(([path, change]) => (change.to === null && paths.has(path) ? [[path, change.from]] : [])));
  if (gone.size === 0) return [];
  const contents = new Set(gone.values());
  // Of several files with the same content git names only one.
  const same = [...changes].flatMap(([path, change]) => (change.to !== null && contents.has(change.to) ? [path] : []));
  const renames = await findRenames(git, from, to, true);
  return [...same, ...[...renames].flatMap(([path, rename]) => (gone.has(rename.from) ? [path] : []))];
}
