import type { RevertedFile } from '#shared/contract/changes.ts';
import type { RestorePreviewFile, RestoreResult } from '#shared/contract/restore.ts';
import { call } from '../bridge/client.ts';
import { attempt } from '../store/window-actions.ts';
import { closeToast, showToast } from '../ui/overlays/toast.tsx';
import { forgetRevert, type LastRevert, rememberRevert, revertsToUndo } from './last-revert.ts';
import { words } from './words.ts';

/** How many files a toast names. */
const MAX_NAMED = 4;

const NOT_REVERTED = 'not-reverted';

/** Reverts files, each by all its names. The pane offers to undo that. */
export async function revert(sessionId: string, changesId: string, files: readonly (readonly RevertedFile[])[]): Promise<void> {
  const named = files.flat();
  const earlier = revertsToUndo(sessionId);
  const result = await attempt(words.revertFailed, call('changes.revert', { sessionId, changesId, files: named }));
  if (!result) return;
  const only = files.length === 1 ? files[0]?.[0]?.path : undefined;
  if (result.restored > 0) rememberRevert(sessionId, { result, paths: named.map(({ path }) => path), only }, earlier);
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

/** Undoes a revert; files changed since stay as they are. */
export async function undoRevert(sessionId: string, { result: reverted, paths, only }: LastRevert): Promise<void> {
  const own = new Set(paths);
  const act = async (): Promise<RestoreResult> => {
    const preview = await call('restore.preview', { sessionId, checkpointId: reverted.undoId });
    const isOwn = ({ path, from }: RestorePreviewFile): boolean => own.has(path) || (from !== null && own.has(from));
    const keep = preview.files.filter((file) => file.changedByOthers || !isOwn(file)).map(({ path }) => path);
    return call('restore.apply', { sessionId, previewId: preview.previewId, keep });
  };
  const result = await attempt(words.undoFailed, act());
  if (!result) return;
  forgetRevert(sessionId, result);
  showToast({ title: words.undone(result.restored, reverted, only) });
}
