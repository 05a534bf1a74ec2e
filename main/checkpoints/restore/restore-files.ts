import { systemReminder } from '#main/tool/own-tags.ts';
import { randomUUID } from 'node:crypto';
import type { EventBody, NewSessionEvent } from '#shared/session/event.ts';
import type { CheckpointStore } from '../checkpoint-store.ts';
import { blobSizes, readBlobs } from '../store/git.ts';
import { NotRestoredError, restoreFile } from './restore-file.ts';
import type { TreeDifference } from '../store/tree-diff.ts';

/** Limits on contents in memory at the same time. */
const BATCH_BYTES = 16 * 1024 * 1024;
const BATCH_FILES = 500;

export interface RestoreOutcome {
  readonly restored: string[];
  readonly failed: { readonly path: string; readonly why: string }[];
}

/**
 * Restores files to `to` of each difference; `from` is what the checkpoint created just before contains. Deletes files first, the deepest
 * first, so that a file can replace a folder. A file that can't be restored is reported with the reason and stays as it is.
 * @param edited contents to write instead of the checkpoint’s, by path.
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
  // Checked before any change, so that missing content isn't noticed halfway.
  const sizes = await blobSizes(git, [...new Set(differences.flatMap(({ to }) => (to === null ? [] : [to.blob])))]);
  const deleted = differences.filter(({ to }) => to === null).toSorted((a, b) => b.path.split('/').length - a.path.split('/').length);
  for (const difference of deleted) await one(difference, undefined);
  const written: WrittenFile[] = [];
  for (const difference of differences) {
    const { to, path } = difference;
    if (to === null) continue;
    const bytes = sizes.get(to.blob);
    if (bytes === undefined) outcome.failed.push({ path, why: 'its content is missing from the store of checkpoints' });
    else written.push({ difference, blob: to.blob, bytes });
  }
  for (const batch of batches(written)) {
    const contents = await readBlobs(
      git,
      batch.map(({ blob }) => blob),
    );
    for (const [index, { difference }] of batch.entries()) await one(difference, edited.get(difference.path) ?? contents[index]);
  }
  return outcome;
}

/** A file restored in part keeps everything but its content. */
export function asItIs(difference: TreeDifference): TreeDifference {
  return { ...difference, to: difference.from };
}

interface WrittenFile {
  readonly difference: TreeDifference;
  readonly blob: string;
  readonly bytes: number;
}

function* batches(files: readonly WrittenFile[]): Generator<readonly WrittenFile[]> {
  let batch: WrittenFile[] = [];
  let bytes = 0;
  for (const file of files) {
    if (batch.length === BATCH_FILES || (batch.length > 0 && bytes + file.bytes > BATCH_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(file);
    bytes += file.bytes;
  }
  if (batch.length > 0) yield batch;
}

/** What a person sees of paths: a renamed file once, by its new name. @param renames old names, by new ones. */
export function oncePerFile<Item>(items: readonly Item[], pathOf: (item: Item) => string, renames: ReadonlyMap<string, string>): Item[] {
  const old = new Set(items.map((item) => renames.get(pathOf(item))));
  return items.filter((item) => !old.has(pathOf(item)));
}

/** What was reverted only in part. @param changes how many of its changes were reverted, by path. */
export function inPartOf(
  restored: readonly string[],
  changes: ReadonlyMap<string, number> = new Map(),
): EventBody<'files.restored'>['inPart'] {
  const parts = restored.flatMap((path) => changes.get(path) ?? []);
  return parts.length === 0 ? undefined : { files: parts.length, changes: parts.reduce((sum, each) => sum + each, 0) };
}

/** Limit on paths named to the model. */
const MAX_TOLD = 50;

/** Tells the model that what it remembers of these files is outdated. */
export function restoredReminder(restored: readonly string[]): NewSessionEvent {
  const named = restored.slice(0, MAX_TOLD).map((path) => `- ${path}`);
  if (restored.length > MAX_TOLD) named.push(`- … and ${restored.length - MAX_TOLD} more`);
  const text = systemReminder(
    `The user restored these files to an earlier state. Read them again before relying on them:\n${named.join('\n')}\n`,
  );
  return {
    type: 'user.message',
    data: { messageId: randomUUID(), content: [{ type: 'text', text }], origin: 'reminder', visibility: 'model' },
  };
}
