import { isUtf8 } from 'node:buffer';
import { CheckpointError } from '#main/checkpoints/checkpoint-error.ts';
import { linesWithEnds } from '#main/tool/lines-with-ends.ts';
import { diffDetail, diffOf } from '#main/tools/diff-view.ts';
import { AppError } from '#shared/contract/app-error.ts';
import type { RestoreDiff } from '#shared/contract/restore.ts';
import { splitHunks } from './split-hunks.ts';

/** A file's content now and at a checkpoint; `null` when it doesn't exist. */
export interface Contents {
  readonly now: Buffer | null;
  readonly then: Buffer | null;
}

/** No diff is made of larger files. */
const MAX_DIFF_BYTES = 1024 * 1024;

/** The diff between the two, each change apart; `back`: from now to then, as a restore goes. */
export function diffOfContents(path: string, { now, then }: Contents, direction: 'forth' | 'back' = 'forth'): RestoreDiff {
  if (!isText(now) || !isText(then)) return { type: 'binary', bytesNow: now?.length ?? null, bytesThen: then?.length ?? null };
  const [before, after] = direction === 'forth' ? [then, now] : [now, then];
  const diff = diffOf(textOf(before), textOf(after));
  const hunks = diff.truncated ? diff.hunks : splitHunks(diff.hunks);
  const detail = diffDetail(path, { ...diff, hunks }, before === null);
  return { type: 'diff', detail, lines: linesOf(after).length };
}

/** The lines of a text as a diff has them, without their ends; none of what isn’t text. */
export function linesOf(bytes: Buffer | null): readonly string[] {
  return isText(bytes) ? linesWithEnds(textOf(bytes)).map((line) => (line.endsWith('\n') ? line.slice(0, -1) : line)) : [];
}

function textOf(bytes: Buffer | null): string {
  return bytes?.toString('utf8') ?? '';
}

export function isText(bytes: Buffer | null): boolean {
  return bytes === null || (bytes.length <= MAX_DIFF_BYTES && isUtf8(bytes) && !bytes.includes(0));
}

/** @throws AppError `unavailable` with a readable message for a CheckpointError. */
export async function withReadableErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CheckpointError)
      throw new AppError('unavailable', `Files can’t be restored here: ${error.message}.`, { cause: error });
    throw error;
  }
}
