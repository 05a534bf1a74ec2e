import { z } from 'zod';
import { visitInSlices } from '#main/tool/in-slices.ts';
import { inodeOf, modifiedOf, type FileEntry } from './file-entry.ts';
import type { Git } from './git.ts';
import { readBlobs } from './read-blobs.ts';
import { BEGUN, ORIGINS } from './tree-writer.ts';

const inode = z.string().regex(/^\d+$/u);
/** Before 1970 they are negative. */
const nanoseconds = z.string().regex(/^-?\d+$/u);

/** What a file was at a checkpoint that covered it. */
export const originSchema = z.object({
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
