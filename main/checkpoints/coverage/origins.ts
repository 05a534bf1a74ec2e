import { createLogger } from '#main/log/logger.ts';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import writeFileAtomic from 'write-file-atomic';
import { visitInSlices } from '#main/tool/in-slices.ts';
import { readBounded } from '#main/tool/read-bounded.ts';
import { type FileEntry, inodeOf, modifiedOf } from '../files/file-entry.ts';
import { type Git, readBlobs } from '../store/git.ts';
import { BEGUN, ORIGINS } from '../store/tree-writer.ts';

const log = createLogger('checkpoints');

/** Identifies a file independently of its name. @param born nanoseconds. */
export function fileKey(inode: bigint | string, born: bigint | string): string {
  return `${inode} ${born}`;
}

const inode = z.string().regex(/^\d+$/u);
/** Before 1970 they are negative. */
const nanoseconds = z.string().regex(/^-?\d+$/u);

/** What a file was at a checkpoint that covered it. */
const originSchema = z.object({
  inode,
  born: nanoseconds,
  modified: nanoseconds,
  /** When that checkpoint began: epoch milliseconds. What is gone at a later one isn't left out of it. */
  coveredAt: z.number(),
});
export type Origin = Readonly<z.infer<typeof originSchema>>;

const lineSchema = z.tuple([z.string(), z.tuple([inode, nanoseconds, nanoseconds])]);

/** An entry as it is kept: what the first list of a store has needs no birth, since no checkpoint before it can have left it out. */
export function entryToKeep(read: FileEntry, before: FileEntry | undefined, isFirst: boolean): FileEntry {
  if (isFirst) return { ...read, born: undefined };
  return before && inodeOf(before.stamp) === inodeOf(read.stamp) ? { ...read, born: before.born } : read;
}

/** The origins of the covered files that came after the first list of the store, by path. As a tree keeps it. */
export async function formatOrigins(entries: ReadonlyMap<string, FileEntry>): Promise<string> {
  const lines: string[] = [];
  await visitInSlices(entries, ([path, { stamp, born }]) => {
    if (born !== undefined) lines.push(JSON.stringify([path, [inodeOf(stamp), born, modifiedOf(stamp)]]));
  });
  return lines.join('\n');
}

/** Those in a tree; none in one of a version that kept none. @throws CheckpointError */
export async function readOrigins(git: Git, tree: string): Promise<ReadonlyMap<string, Origin>> {
  const origins = new Map<string, Origin>();
  const listed = (await git.run(['ls-tree', tree, BEGUN, ORIGINS])).toString('latin1');
  const ids = [...listed.matchAll(/^100644 blob ([0-9a-f]{40})\t/gmu)].flatMap(([, id]) => id ?? []);
  if (ids.length < 2) return origins;
  const [begun, text] = await readBlobs(git, ids);
  const coveredAt = Number(begun?.toString('utf8'));
  await visitInSlices((text?.toString('utf8') ?? '').split('\n'), (line) => {
    if (line === '') return;
    const [path, [number, born, modified]] = lineSchema.parse(JSON.parse(line));
    origins.set(path, { inode: number, born, modified, coveredAt });
  });
  return origins;
}

const MAX_BYTES = 16 * 1024 * 1024;
/** The oldest are forgotten. */
const MAX_KEPT = 50_000;

/** Pairs of a file that was written anew, by inode and birth, and the origin of its content. */
const pairsSchema = z.array(z.tuple([z.string(), originSchema]));

interface RestoredOriginsOptions {
  /** Real, absolute. */
  readonly projectDir: string;
  readonly storeDir: string;
}

/**
 * Files that a restore wrote anew, in whichever session and process: such a file is a new one to the file system, and is what it was made
 * from to whoever asks whether a checkpoint left it out.
 */
export class RestoredOrigins {
  readonly #projectDir: string;
  readonly #file: string;

  constructor({ projectDir, storeDir }: RestoredOriginsOptions) {
    this.#projectDir = projectDir;
    this.#file = join(storeDir, 'restored-origins.json');
  }

  /** By `fileKey`. */
  read(): ReadonlyMap<string, Origin> {
    const read = readBounded(this.#file, MAX_BYTES);
    if (read.kind !== 'text') return new Map();
    try {
      return new Map(pairsSchema.parse(JSON.parse(read.text)));
    } catch (error) {
      log.warn('The list of restored files is damaged, so it starts empty', error);
      return new Map();
    }
  }

  /**
   * Call after files have been rewritten.
   * @param paths from the project folder.
   * @param origins where what was written comes from, as a checkpoint knew it; none for a file that no checkpoint can have left out.
   * @throws the system's error when that can't be kept.
   */
  async note(paths: readonly string[], origins: ReadonlyMap<string, Origin>): Promise<void> {
    const written = paths.flatMap((path) => [origins.get(path)].flatMap((origin) => (origin ? [{ path, origin }] : [])));
    if (written.length === 0) return;
    const known = new Map(this.read());
    for (const { path, origin } of written) {
      const stat = lstatSync(join(this.#projectDir, path), { bigint: true, throwIfNoEntry: false });
      if (stat === undefined || stat.birthtimeNs === 0n) continue;
      known.set(fileKey(stat.ino, stat.birthtimeNs), known.get(fileKey(origin.inode, origin.born)) ?? origin);
    }
    await writeFileAtomic(this.#file, JSON.stringify([...known].slice(-MAX_KEPT)), { mode: 0o600 });
  }
}
