import { join } from 'node:path';
import { CheckpointError } from './checkpoint-error.ts';
import type { FileEntry } from './file-entry.ts';
import { visitInSlices } from '#main/tool/in-slices.ts';
import type { LeftOutList } from './left-out.ts';
import { visitFiles } from './visit-files.ts';
import { readForCheckpoint, readForCheckpointNow } from './read-file.ts';
import type { TreeWriter } from './tree-writer.ts';

/** New content that one checkpoint may take. */
const MAX_NEW_BYTES = 1024 ** 3;

export interface ChangedFiles {
  readonly entries: ReadonlyMap<string, FileEntry>;
  /** Gone since they were listed, or not readable any more. */
  readonly missing: readonly string[];
  /** That were read. */
  readonly bytes: number;
}

/** Reads files and hands their contents to the store. @throws CheckpointError when they are too much. */
export async function readChanged(
  projectDir: string,
  paths: readonly string[],
  writer: TreeWriter,
  leftOut: LeftOutList,
  signal?: AbortSignal,
): Promise<ChangedFiles> {
  const read = new Map<string, { readonly answer: number; readonly entry: Omit<FileEntry, 'blob'> }>();
  const missing: string[] = [];
  let bytes = 0;
  await visitFiles(paths, {
    readSync: (path) => readForCheckpointNow(join(projectDir, path)),
    readAsync: (path) => readForCheckpoint(join(projectDir, path)),
    visit: (path, found) => {
      if (signal?.aborted) throw new CheckpointError('it was called off');
      if (found.type !== 'content') {
        missing.push(path);
        if (found.type === 'left out') leftOut.add(path, found.reason);
        return undefined;
      }
      bytes += found.bytes.length;
      if (bytes > MAX_NEW_BYTES) throw new CheckpointError('the files that git doesn’t ignore are more than 1 GB');
      read.set(path, { answer: writer.blob(found.bytes), entry: found.entry });
      return writer.drained();
    },
  });
  const ids = await writer.ids();
  const entries = new Map<string, FileEntry>();
  await visitInSlices(read, ([path, { answer, entry }]) => entries.set(path, { ...entry, blob: ids[answer] ?? '' }));
  return { entries, missing, bytes };
}
