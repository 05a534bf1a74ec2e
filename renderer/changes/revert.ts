import type { LastRestore, RevertedFile } from '#shared/contract/changes.ts';
import type { RestoreResult } from '#shared/contract/restore.ts';
import { call } from '../bridge/client.ts';
import { attempt } from '../store/window-actions.ts';
import { closeToast, showToast } from '../ui/overlays/toast.tsx';
import { words } from './words.ts';

/** How many files a toast names. */
const MAX_NAMED = 4;

const NOT_REVERTED = 'not-reverted';

/** Reverts files, each by all its names. The pane offers to undo that. */
export async function revert(sessionId: string, changesId: string, files: readonly (readonly RevertedFile[])[]): Promise<void> {
  const result = await attempt(words.revertFailed, call('changes.revert', { sessionId, changesId, files: files.flat() }));
  if (!result) return;
  // An earlier one may be about what has been reverted now.
  closeToast(NOT_REVERTED);
  if (result.failed.length > 0)
    showToast({
      kind: NOT_REVERTED,
      title: words.notReverted(result.failed.length),
      detail: result.failed
        .slice(0, MAX_NAMED)
        .map(({ path, why }) => words.notRevertedOf(path, why))
        .join('\n'),
      tone: 'danger',
    });
}

/** Undoes the last revert or restore; files that others changed since stay as they are. */
export async function undoLast(sessionId: string, last: LastRestore): Promise<void> {
  const act = async (): Promise<RestoreResult> => {
    const preview = await call('restore.preview', { sessionId, checkpointId: last.undoId });
    const keep = preview.files.filter((file) => file.changedByOthers).map(({ path }) => path);
    return call('restore.apply', { sessionId, previewId: preview.previewId, keep });
  };
  const result = await attempt(words.undoFailed, act());
  if (!result) return;
  const { restored, failed } = result;
  showToast({
    title: words.undone(restored, failed.length, last),
    detail: failed.length > 0 ? words.leftByUndo(failed, last.deed) : undefined,
    tone: failed.length > 0 ? 'danger' : 'neutral',
  });
}
