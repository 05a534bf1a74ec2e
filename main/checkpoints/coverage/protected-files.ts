import type { BigIntStats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LeftOutReason } from '#shared/session/checkpoint.ts';
import type { Git } from '../store/git.ts';
import { KnownCoverage } from './known-coverage.ts';
import { visitFiles } from '../files/visit-files.ts';
import { fileKey, type Origin } from './origins.ts';
import type { TreeDifference } from '../store/tree-diff.ts';
import { statNow } from '../files/stat-now.ts';

const NS_PER_MS = 1_000_000n;

/** `uncovered`: it existed and wasn't part of the checkpoint. `unknown`: that is possible. */
export type ProtectedReason = Extract<LeftOutReason, 'uncovered' | 'unknown'>;

export interface UndoQuestion {
  readonly projectDir: string;
  /** Trees of the checkpoint to restore and of the later ones that record what they left out, in order. */
  readonly trees: readonly string[];
  /** Files created by tools since, from the session's own log. */
  readonly created: ReadonlySet<string>;
  /** The origins of files that a restore rewrote, by `fileKey`. */
  readonly origins: ReadonlyMap<string, Origin>;
}

/**
 * Files that must stay as they are, although the checkpoint has nothing or something else in their place: it, or a later one, left them
 * out, or may have. To be deleted, a file must be known to be new; to be overwritten, it must not be known to be a moved file that was left
 * out.
 * @param differences from the current files (`from`) to the checkpoint (`to`).
 */
export async function findProtectedFiles(
  git: Git,
  differences: readonly TreeDifference[],
  { projectDir, trees, created, origins }: UndoQuestion,
): Promise<ReadonlyMap<string, ProtectedReason>> {
  const kept = new Map<string, ProtectedReason>();
  const there = new Map(differences.flatMap(({ path, from, to }) => (from === null ? [] : [[path, to]])));
  if (there.size === 0) return kept;
  const coverage = await KnownCoverage.read(git, trees);
  const disk = new DiskState(projectDir, coverage);
  const judge = async (path: string, stat: BigIntStats | null): Promise<void> => {
    const origin = stat ? originOf(stat, origins, coverage) : undefined;
    const isDeleted = there.get(path) === null;
    const reason =
      (isDeleted && coverage.leftOut.some((record) => record.reaches(path))) || (stat && (await cameFromLeftOut(stat, origin, coverage)))
        ? 'uncovered'
        : isDeleted && !created.has(path) && !(await isKnownToBeNew({ path, stat, origin }, coverage, disk))
          ? 'unknown'
          : undefined;
    if (reason !== undefined) kept.set(path, reason);
  };
  await visitFiles(there.keys(), {
    readSync: (path) => statNow(join(projectDir, path)),
    // Removed since, or not readable: treated as missing.
    readAsync: (path) => lstat(join(projectDir, path), { bigint: true }).catch(() => null),
    visit: judge,
  });
  return kept;
}

/** A rewritten file is also checked as the file it was made from, against the checkpoints before the one that covered that file. */
function originOf(stat: BigIntStats, origins: ReadonlyMap<string, Origin>, { begun }: KnownCoverage): Origin | undefined {
  const origin = origins.get(fileKey(stat.ino, stat.birthtimeNs));
  return origin && begun !== undefined && begun < origin.coveredAt ? origin : undefined;
}

async function cameFromLeftOut(stat: BigIntStats, origin: Origin | undefined, coverage: KnownCoverage): Promise<boolean> {
  if (await coverage.wasLeftOutWhenNew(stat.ino, stat.birthtimeNs)) return true;
  return origin !== undefined && coverage.wasLeftOutWhenNew(BigInt(origin.inode), BigInt(origin.born), origin.coveredAt);
}

interface JudgedFile {
  readonly path: string;
  readonly stat: BigIntStats | null;
  readonly origin: Origin | undefined;
}

/** For a file that no list of left-out files names. A file that the checkpoint covered under another name counts as new. */
async function isKnownToBeNew({ path, stat, origin }: JudgedFile, coverage: KnownCoverage, disk: DiskState): Promise<boolean> {
  if (!stat || coverage.begun === undefined || !coverage.complete) return false;
  if (await coverage.wasCoveredByFirst(origin ? BigInt(origin.inode) : stat.ino)) return true;
  if (!disk.recordsBirths(path)) return coverage.leftOut.every(({ paths }) => paths.length === 0);
  // A file that was moved through another file system, or copied with its times, looks newly created.
  return (origin ? Number(BigInt(origin.modified) / NS_PER_MS) : stat.mtimeMs) > coverage.begun || !disk.hasLostLeftOut();
}

/** Further files aren't looked up; then one counts as gone. */
const MAX_LOOKED_FOR = 5000;

/** The current state of files on disk, looked up on demand. */
class DiskState {
  readonly #projectDir: string;
  readonly #coverage: KnownCoverage;
  readonly #records = new Map<string, boolean>();
  #hasLost: boolean | undefined;

  constructor(projectDir: string, coverage: KnownCoverage) {
    this.#projectDir = projectDir;
    this.#coverage = coverage;
  }

  /**
   * Whether the file system records creation times. Where it doesn't, the time is zero or always that of the last change; where it does, a
   * folder in which something was created later has two different times.
   */
  recordsBirths(path: string): boolean {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    const known = this.#records.get(folder);
    if (known !== undefined) return known;
    const stat = statNow(join(this.#projectDir, folder));
    const isRecorded = stat !== null && stat.birthtimeNs > 0n && stat.birthtimeNs !== stat.ctimeNs;
    const records = isRecorded || (folder !== '' && this.recordsBirths(folder));
    this.#records.set(folder, records);
    return records;
  }

  /** Whether something that the checkpoint left out is no longer in its place. */
  hasLostLeftOut(): boolean {
    const paths = this.#coverage.leftOut[0]?.paths ?? [];
    this.#hasLost ??= paths.length > MAX_LOOKED_FOR || paths.some((path) => statNow(join(this.#projectDir, path)) === null);
    return this.#hasLost;
  }
}
