import { useState } from 'react';
import type { ChangedFile, RevertedFile } from '#shared/contract/changes.ts';
import type { RestoreResult } from '#shared/contract/restore.ts';
import { Button } from '../ui/controls/button.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { call } from '../bridge/client.ts';
import { attempt } from '../store/window-actions.ts';
import { showToast } from '../ui/overlays/toast.tsx';
import { words } from './words.ts';

export interface RevertAllProps {
  readonly files: readonly ChangedFile[];
  readonly blocked: string | undefined;
  readonly onRevert: (files: readonly ChangedFile[]) => void;
}

/** Reverts every open change after a confirmation; the user’s own changes aren't included. */
export function RevertAll({ files, blocked, onRevert }: RevertAllProps) {
  const [asking, setAsking] = useState(false);
  const own = files.filter(({ changedByOthers }) => !changedByOthers);
  const close = () => setAsking(false);
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        title={blocked}
        disabled={blocked !== undefined || own.length === 0}
        onClick={() => setAsking(true)}
      >
        {words.revertAll}
      </Button>
      {asking && (
        <Dialog
          open
          onClose={close}
          title={words.revertAll}
          footer={
            <>
              <Button onClick={close}>{words.cancel}</Button>
              <Button
                variant="danger"
                onClick={() => {
                  close();
                  onRevert(own);
                }}
              >
                {words.revert}
              </Button>
            </>
          }
        >
          <p>{words.confirmAll(own.length)}</p>
          {own.length < files.length && <p>{words.confirmOthers(files.length - own.length)}</p>}
        </Dialog>
      )}
    </>
  );
}

/** How many files a toast names. */
const MAX_NAMED = 4;

/** Reverts files and offers to undo that. */
export async function revert(sessionId: string, changesId: string, files: readonly RevertedFile[]): Promise<void> {
  const result = await attempt(words.revertFailed, call('changes.revert', { sessionId, changesId, files: [...files] }));
  if (!result) return;
  const paths = files.map(({ path }) => path);
  if (result.restored > 0)
    showToast({
      title: words.reverted(result.restored, files.length === 1 ? paths[0] : undefined),
      action: { label: words.undo, run: () => void undo(sessionId, result, paths) },
    });
  if (result.failed.length > 0)
    showToast({
      title: words.notReverted(result.failed.length),
      detail: result.failed
        .slice(0, MAX_NAMED)
        .map(({ path, why }) => words.notRevertedOf(path, why))
        .join('\n'),
      tone: 'danger',
    });
}

/** Undoes a revert; files changed since stay as they are. */
async function undo(sessionId: string, { undoId }: RestoreResult, paths: readonly string[]): Promise<void> {
  const reverted = new Set(paths);
  const act = async (): Promise<RestoreResult> => {
    const preview = await call('restore.preview', { sessionId, checkpointId: undoId });
    const keep = preview.files.filter(({ path, changedByOthers }) => changedByOthers || !reverted.has(path)).map(({ path }) => path);
    return call('restore.apply', { sessionId, previewId: preview.previewId, keep });
  };
  const result = await attempt(words.undoFailed, act());
  if (result) showToast({ title: words.undone(result.restored) });
}
