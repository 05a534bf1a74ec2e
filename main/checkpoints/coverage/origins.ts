import { createLogger } from '#main/log/logger.ts';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import writeFileAtomic from 'write-file-atomic';
import { visitInSlices } from '#main/tool/in-slices.ts';
import { readBounded } from '#main/tool/read-bounded.ts';
import { type FileEntry, inodeOf, modifiedOf } from '../files/file-entry.ts';
import { type Git, readObjects } from '../store/git.ts';
import { BEGUN, ORIGINS } from '../store/tree-writer.ts';

const log = createLogger('checkpoints');

/** Identifies a file independently of its name. @param born nanoseconds. */
export function fileKey(inode: bigint | string, born: bigint | string): string {
  return `${inode} ${born}`;
}

const inode = z.string().regex(/^\d+$/u);
/** Negative before 1970. */
const nanoseconds = z.string().regex(/^-?\d+$/u);

/** What a file was at a checkpoint that covered it. */
const originSchema = z.object({
  inode,
  born: nanoseconds,
  modified: nanoseconds,
  /** When that checkpoint began: epoch milliseconds. It left out nothing that a later one no longer finds. */
  coveredAt: z.number(),
});
export type Origin = Readonly<z.infer<typeof originSchema>>;

const lineSchema = z.tuple([z.string(), z.tuple([inode, nanoseconds, nanoseconds])]);

/** An entry as stored: entries of a store's first list need no creation time, since no earlier checkpoint can have left them out. */
export function entryToKeep(read: FileEntry, before: FileEntry | undefined, isFirst: boolean): FileEntry {
  if (isFirst) return { ...read, born: undefined };
  return before && inodeOf(before.stamp) === inodeOf(read.stamp) ? { ...read, born: before.born } : read;
}

/** The origins of the covered files that were added after the store's first list, by path. In the form stored in a tree. */
export async function formatOrigins(entries: ReadonlyMap<string, FileEntry>): Promise<string> {
  const lines: string[] = [];
  await visitInSlices(entries, ([path, { stamp, born }]) => {
    if (born !== undefined) lines.push(JSON.stringify([path, [inodeOf(stamp), born, modifiedOf(stamp)]]));
  });
  return lines.join('\n');
}

/** The origins in a tree; none in a tree from a version that stored none. @throws CheckpointError */
export async function readOrigins(git: Git, tree: string): Promise<ReadonlyMap<string, Origin>> {
  const origins = new Map<string, Origin>();
  const [begun, text] = await readObjects(git, [`${tree}:${BEGUN}`, `${tree}:${ORIGINS}`]);
  if (begun === undefined || text === undefined) return origins;
  const coveredAt = Number(begun.toString('utf8'));
  await visitInSlices(text.toString('utf8').split('\n'), (line) => {
    if (line === '') return;
    const [path, [number, born, modified]] = lineSchema.parse(JSON.parse(line));
    origins.set(path, { inode: number, born, modified, coveredAt });
  });
  return origins;
}

/**
 * Origins of files that are restored from one tree over another, by path. A file restored in part comes from its previous content; any other
 * from the checkpoint's.
 */
export async function originsOfRestored(
  git: Git,
  { written, before }: { readonly written: string; readonly before: string },
  inPart: { has(path: string): boolean } = new Set(),
): Promise<ReadonlyMap<string, Origin>> {
  const [held, there] = await Promise.all([readOrigins(git, written), readOrigins(git, before)]);
  return new Map([...[...held].filter(([path]) => !inPart.has(path)), ...[...there].filter(([path]) => inPart.has(path))]);
}

const MAX_BYTES = 16 * 1024 * 1024;
/** The oldest are dropped. */
const MAX_KEPT = 50_000;

/** Pairs of a rewritten file, by inode and creation time, and the origin of its content. */
const pairsSchema = z.array(z.tuple([z.string(), originSchema]));

interface RestoredOriginsOptions {
  /** Real, absolute. */
  readonly projectDir: string;
  readonly storeDir: string;
}

/**
 * Files that a restore rewrote, in any session and process. To the file system such a file is new; when checking whether a checkpoint left
 * it out, it counts as the file it was made from.
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
   * @param paths relative to the project folder.
   * @param origins where the content comes from, as a checkpoint recorded it; none for a file that no checkpoint can have left out.
   * @throws the system's error when it can't be saved.
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
