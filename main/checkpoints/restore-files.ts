import type { CheckpointStore } from './checkpoint-store.ts';
import { readBlobs } from './read-blobs.ts';
import { NotRestoredError, restoreFile } from './restore-file.ts';
import type { TreeDifference } from './tree-diff.ts';

/** Contents that are in memory together. */
const BATCH = 10;

export interface RestoreOutcome {
  readonly restored: string[];
  readonly failed: { readonly path: string; readonly why: string }[];
}

/**
 * Makes files what `to` of each difference says; `from` is what the checkpoint taken just before found. First what goes, the deepest
 * first, so that a folder can make room for a file. One that can't be restored is named with the reason and stays as it is.
 * @param edited contents to write in place of the checkpoint’s, by path.
 */
export async function restoreFiles(
  store: CheckpointStore,
  differences: readonly TreeDifference[],
  edited: ReadonlyMap<string, Buffer> = new Map(),
): Promise<RestoreOutcome> {
  const { git } = await store.open();
  const outcome: RestoreOutcome = { restored: [], failed: [] };
  const one = async ({ path, from, to }: TreeDifference, content: Buffer | undefined): Promise<void> => {
    try {
      const stamp = from ? store.entry(path)?.stamp : undefined;
      await restoreFile(store.projectDir, { path, to: to && content ? { ...to, content } : null, stamp });
      outcome.restored.push(path);
    } catch (error) {
      if (!(error instanceof NotRestoredError)) throw error;
      outcome.failed.push({ path, why: error.message });
    }
  };
  const going = differences.filter(({ to }) => to === null).toSorted((a, b) => b.path.split('/').length - a.path.split('/').length);
  for (const difference of going) await one(difference, undefined);
  const coming = differences.filter(({ to }) => to !== null);
  for (let start = 0; start < coming.length; start += BATCH) {
    const batch = coming.slice(start, start + BATCH);
    const contents = await readBlobs(
      git,
      batch.map(({ to }) => to?.blob ?? ''),
    );
    for (const [index, difference] of batch.entries()) await one(difference, edited.get(difference.path) ?? contents[index]);
  }
  return outcome;
}
