import { CheckpointError } from './checkpoint-error.ts';
import type { Git } from './git.ts';

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
