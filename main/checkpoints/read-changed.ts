import { join } from 'node:path';
import { CheckpointError } from './checkpoint-error.ts';
import type { FileEntry } from './file-entry.ts';
import { inSlices } from './in-slices.ts';
import type { LeftOutList } from './left-out.ts';
import { readForCheckpoint } from './read-file.ts';
import type { TreeWriter } from './tree-writer.ts';

const AT_ONCE = 8;
/** New content that one checkpoint may take. */
const MAX_NEW_BYTES = 1024 ** 3;

export interface ChangedFiles {
  readonly entries: ReadonlyMap<string, FileEntry>;
  /** Gone since they were listed, or not readable any more. */
  readonly missing: readonly string[];
  /** That were read. */
  readonly bytes: number;
}

/** Reads files and hands their contents to the store, a few at a time. @throws CheckpointError when they are too much. */
export async function readChanged(
  projectDir: string,
  paths: readonly string[],
  writer: TreeWriter,
  leftOut: LeftOutList,
  signal?: AbortSignal,
): Promise<ChangedFiles> {
  const read = new Map<string, { readonly answer: number; readonly entry: Omit<FileEntry, 'blob'> }>();
  const missing: string[] = [];
  const rest = paths.values();
  let bytes = 0;
  const work = async (): Promise<void> => {
    for (const path of rest) {
      if (signal?.aborted) throw new CheckpointError('it was called off');
      const found = await readForCheckpoint(join(projectDir, path));
      if (found.type !== 'content') {
        missing.push(path);
        if (found.type === 'left out') leftOut.add(path, found.reason);
        continue;
      }
      bytes += found.bytes.length;
      if (bytes > MAX_NEW_BYTES) throw new CheckpointError('the files that git doesn’t ignore are more than 1 GB');
      read.set(path, { answer: await writer.blob(found.bytes), entry: found.entry });
    }
  };
  const results = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  const ids = await writer.ids();
  const entries = new Map<string, FileEntry>();
  await inSlices(read, ([path, { answer, entry }]) => entries.set(path, { ...entry, blob: ids[answer] ?? '' }));
  return { entries, missing, bytes };
}
