import { useState } from 'react';
import type { SessionSummary } from '#shared/contract/project.ts';
import { refreshOverview } from '../store/overview.ts';
import { deleteSession } from '../store/project-actions.ts';
import { Button } from '../ui/controls/button.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { words } from './words.ts';

export interface DeleteSessionDialogProps {
  readonly session: Pick<SessionSummary, 'sessionId' | 'projectDir' | 'title'>;
  readonly onClose: () => void;
}

/** Asks before it deletes the session that it names. */
export function DeleteSessionDialog({ session: { sessionId, projectDir, title }, onClose }: DeleteSessionDialogProps) {
  const [busy, setBusy] = useState(false);
  const remove = async (): Promise<void> => {
    setBusy(true);
    if (await deleteSession(sessionId, projectDir)) refreshOverview();
    // Why it failed is said beside the window's other messages.
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.deleteSession}
      footer={
        <>
          <Button onClick={onClose} autoFocus>
            {words.keep}
          </Button>
          <Button variant="danger" disabled={busy} onClick={() => void remove()}>
            {words.deleteSession}
          </Button>
        </>
      }
    >
      <p>
        <VisibleText text={words.confirmDelete(title)} />
      </p>
    </Dialog>
  );
}
