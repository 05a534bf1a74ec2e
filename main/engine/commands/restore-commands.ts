import { isUtf8 } from 'node:buffer';
import { CheckpointError, whyNot } from '#main/checkpoints/checkpoint-error.ts';
import { diffDetail, diffOf } from '#main/tools/diff-view.ts';
import { AppError } from '#shared/contract/app-error.ts';
import { commands } from '#shared/contract/commands.ts';
import { MAX_PREVIEW_FILES, type RestoreDiff } from '#shared/contract/restore.ts';
import { implement } from '../command.ts';
import type { EngineParts } from '../engine-parts.ts';

export function restoreCommands({ sessions }: EngineParts) {
  return {
    'restore.points': implement(commands['restore.points'], async ({ sessionId }) => {
      const { checkpoints } = await sessions.get(sessionId);
      try {
        return { unavailable: null, points: await checkpoints.points() };
      } catch (error) {
        return { unavailable: whyNot(error), points: [] };
      }
    }),
    'restore.preview': implement(commands['restore.preview'], async ({ sessionId, checkpointId }) => {
      const { session, checkpoints } = await sessions.get(sessionId);
      session.assertNobodyWorks();
      const { previewId, checkpoint, files, leftOut } = await inWords(() => checkpoints.preview(checkpointId));
      // Those that need a person's eye come first, should the list be cut.
      const sorted = files.toSorted((a, b) => Number(b.changedByOthers) - Number(a.changedByOthers));
      return { previewId, at: checkpoint.at, files: sorted.slice(0, MAX_PREVIEW_FILES), total: files.length, leftOut };
    }),
    'restore.diff': implement(commands['restore.diff'], async ({ sessionId, previewId, path }) => {
      const { checkpoints } = await sessions.get(sessionId);
      return diffOfFile(path, await inWords(() => checkpoints.contents(previewId, path)));
    }),
    'restore.apply': implement(commands['restore.apply'], async ({ sessionId, previewId, keep }) => {
      const { session, checkpoints } = await sessions.get(sessionId);
      return session.undisturbed(() => inWords(() => checkpoints.restore(previewId, keep)));
    }),
  };
}

/** Beyond this a diff says less than it costs. */
const MAX_DIFF_BYTES = 1024 * 1024;

function diffOfFile(path: string, { now, then }: { readonly now: Buffer | null; readonly then: Buffer | null }): RestoreDiff {
  const isText = [now, then].every((bytes) => bytes === null || (bytes.length <= MAX_DIFF_BYTES && isUtf8(bytes) && !bytes.includes(0)));
  if (!isText) return { type: 'binary', bytesNow: now?.length ?? null, bytesThen: then?.length ?? null };
  const [before, after] = [now, then].map((bytes) => bytes?.toString('utf8') ?? '');
  return { type: 'diff', detail: diffDetail(path, diffOf(before ?? '', after ?? ''), now === null) };
}

async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CheckpointError)
      throw new AppError('unavailable', `Files can’t be restored here: ${error.message}.`, { cause: error });
    throw error;
  }
}
