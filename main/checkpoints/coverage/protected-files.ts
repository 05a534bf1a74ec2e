import { lstatSync, type BigIntStats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LeftOutReason } from '#shared/session/checkpoint.ts';
import type { Git } from '../store/git.ts';
import { KnownCoverage } from './known-coverage.ts';
import { visitFiles } from '../files/visit-files.ts';
import { fileKey, type Origin } from './origins.ts';
import type { TreeDifference } from '../store/tree-diff.ts';

const NS_PER_MS = 1_000_000n;

/** `uncovered`: it was there and no part of the checkpoint. `unknown`: it may have been. */
export type ProtectedReason = Extract<LeftOutReason, 'uncovered' | 'unknown'>;

export interface UndoQuestion {
  readonly projectDir: string;
  /** Trees of the checkpoint that files are brought back to and of those after it that know what they left out, in their order. */
  readonly trees: readonly string[];
  /** Files that tools made since, by the session's own record. */
  readonly created: ReadonlySet<string>;
  /** Of files that a restore wrote anew, by `fileKey`. */
  readonly origins: ReadonlyMap<string, Origin>;
}

/**
 * Files that must stay as they are, though a checkpoint holds nothing or something else in their place: it, or one after it, left them
 * out, or may have. To be removed, a file must be known to be new; to be overwritten, it must not be known to be one that was left out
 * and has come from elsewhere.
 * @param differences from the files as they are (`from`) to the checkpoint (`to`).
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
    const goes = there.get(path) === null;
    const reason =
      (goes && coverage.leftOut.some((record) => record.reaches(path))) || (stat && (await cameFromLeftOut(stat, origin, coverage)))
        ? 'uncovered'
        : goes && !created.has(path) && !(await isKnownToBeNew({ path, stat, origin }, coverage, disk))
          ? 'unknown'
          : undefined;
    if (reason !== undefined) kept.set(path, reason);
  };
  await visitFiles(there.keys(), {
    readSync: (path) => statNow(join(projectDir, path)),
    // Gone since, or closed to us: as if it weren't there.
    readAsync: (path) => lstat(join(projectDir, path), { bigint: true }).catch(() => null),
    visit: judge,
  });
  return kept;
}

/** What a restore wrote anew is judged also as what it was made from, against checkpoints before the one that this was covered by. */
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

/** Of a file that no list of what was left out names. One that the checkpoint covered under another name is as good as new. */
async function isKnownToBeNew({ path, stat, origin }: JudgedFile, coverage: KnownCoverage, disk: DiskState): Promise<boolean> {
  if (!stat || coverage.begun === undefined || !coverage.complete) return false;
  if (await coverage.wasCoveredByFirst(origin ? BigInt(origin.inode) : stat.ino)) return true;
  if (!disk.keepsBirths(path)) return coverage.leftOut.every(({ paths }) => paths.length === 0);
  // One that was moved by way of another file system, or copied with its times, seems to be made anew.
  return (origin ? Number(BigInt(origin.modified) / NS_PER_MS) : stat.mtimeMs) > coverage.begun || !disk.hasLostLeftOut();
}

/** More aren't looked for: then one counts as gone. */
const MAX_LOOKED_FOR = 5000;

/** What the disk says now, looked up when it matters. */
class DiskState {
  readonly #projectDir: string;
  readonly #coverage: KnownCoverage;
  readonly #keeps = new Map<string, boolean>();
  #hasLost: boolean | undefined;

  constructor(projectDir: string, coverage: KnownCoverage) {
    this.#projectDir = projectDir;
    this.#coverage = coverage;
  }

  /**
   * Whether the file system there keeps when a file was made. Where it doesn't, that is zero or always the time of the last change; a folder
   * in which something was made later has two different times where it does.
   */
  keepsBirths(path: string): boolean {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    const known = this.#keeps.get(folder);
    if (known !== undefined) return known;
    const stat = statNow(join(this.#projectDir, folder));
    const isTold = stat !== null && stat.birthtimeNs > 0n && stat.birthtimeNs !== stat.ctimeNs;
    const keeps = isTold || (folder !== '' && this.keepsBirths(folder));
    this.#keeps.set(folder, keeps);
    return keeps;
  }

  /** Whether something that the checkpoint left out isn't at its place any more. */
  hasLostLeftOut(): boolean {
    const paths = this.#coverage.leftOut[0]?.paths ?? [];
    this.#hasLost ??= paths.length > MAX_LOOKED_FOR || paths.some((path) => statNow(join(this.#projectDir, path)) === null);
    return this.#hasLost;
  }
}

function statNow(path: string): BigIntStats | null {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch {
    // As above.
    return null;
  }
}
