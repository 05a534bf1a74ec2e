import { CheckpointError } from './checkpoint-error.ts';
import type { Git } from './git.ts';
import { visitInSlices } from '#main/tool/in-slices.ts';

/** The contents of these ids, in their order. @throws CheckpointError when one isn't there. */
export async function readBlobs(git: Git, ids: readonly string[]): Promise<Buffer[]> {
  if (ids.length === 0) return [];
  const output = await git.run(['cat-file', '--batch'], { input: ids.map((id) => `${id}\n`).join('') });
  const contents: Buffer[] = [];
  let start = 0;
  for (const id of ids) {
    const end = output.indexOf('\n', start);
    const size = /^[0-9a-f]{40} blob (\d+)$/u.exec(output.toString('latin1', start, Math.max(start, end)))?.[1];
    if (size === undefined) throw new CheckpointError(`the store has lost ${id}`);
    contents.push(output.subarray(end + 1, end + 1 + Number(size)));
    start = end + 1 + Number(size) + 1;
  }
  return contents;
}

/** Bytes of each of these that the store has; one it has lost isn't in the answer. */
export async function blobSizes(git: Git, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  if (ids.length === 0) return sizes;
  const output = await git.run(['cat-file', '--batch-check'], { input: ids.map((id) => `${id}\n`).join('') });
  await visitInSlices(output.toString('latin1').split('\n'), (line) => {
    const [, id, size] = /^([0-9a-f]{40}) blob (\d+)$/u.exec(line) ?? [];
    if (id !== undefined) sizes.set(id, Number(size));
  });
  return sizes;
}
