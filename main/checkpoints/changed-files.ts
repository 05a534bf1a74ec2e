import { visitInSlices } from '#main/tool/in-slices.ts';
import { changedByOthers, changesOfPeriods, type ChangedPeriod } from './changed-by-others.ts';
import type { WorkPeriod } from './checkpoint-history.ts';
import type { Git } from './git.ts';
import { countLines, findRenames, type TreeDifference } from './tree-diff.ts';

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
  const byOthers = changed.length < times.length ? 'unknown' : await changedByOthers(git, changed, saved).catch(() => 'unknown' as const);
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
