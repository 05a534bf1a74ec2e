import type { RestoreResult } from '#shared/contract/restore.ts';
import { stayed } from '#shared/session/fold/restored-notice.ts';
import { call } from '../bridge/client.ts';
import { attempt } from '../store/window-actions.ts';
import { showToast } from '../ui/overlays/toast.tsx';
import { countOf, words } from './words.ts';

interface Restored {
  /** Absent if only the conversation was restored. */
  readonly result: RestoreResult | undefined;
  readonly conversation: boolean;
  /** Names the state, with a space before; empty if it has no name. */
  readonly before: string;
}

/** Says what was restored, and offers to undo it. Later the dialog offers the state before it. */
export function noteRestored(sessionId: string, { result, conversation, before }: Restored): void {
  if (!result) return showToast({ title: words.restoredTo(words.theConversation, before) });
  const files = countOf(result.restored, 'file');
  if (result.restored === 0) return showToast({ title: words.noneRestored });
  return showToast({
    title: words.restoredTo(conversation ? words.filesAndConversation(files) : files, before),
    detail: conversation ? words.undoesFiles : undefined,
    action: { label: words.undoNow, run: () => void undoRestore(sessionId, result) },
  });
}

/** Files that changed since stay as they are. */
async function undoRestore(sessionId: string, { undoId }: RestoreResult): Promise<void> {
  const act = async (): Promise<RestoreResult> => {
    const preview = await call('restore.preview', { sessionId, checkpointId: undoId });
    const keep = preview.files.filter(({ changedByOthers }) => changedByOthers).map(({ path }) => path);
    return call('restore.apply', { sessionId, previewId: preview.previewId, keep });
  };
  const result = await attempt(words.notUndone, act());
  if (!result) return;
  const { restored, failed } = result;
  if (failed.length === 0) return showToast({ title: words.undone(countOf(restored, 'file')) });
  const title = restored === 0 ? words.nothingUndone : words.undone(`${restored} of ${countOf(restored + failed.length, 'file')}`);
  return showToast({ title, detail: stayed(failed), tone: 'danger' });
}
