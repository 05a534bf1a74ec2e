import { useId, useState } from 'react';
import type { SessionSummary } from '#shared/contract/project.ts';
import { refreshOverview } from '../store/overview.ts';
import { renameSession } from '../store/project-actions.ts';
import { Button } from '../ui/controls/button.tsx';
import { TextField } from '../ui/controls/text-field.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { words } from './words.ts';

export interface RenameSessionDialogProps {
  readonly session: Pick<SessionSummary, 'sessionId' | 'projectDir' | 'title'>;
  readonly onClose: () => void;
}

/** Changes the title of a session where no list with its row is open. */
export function RenameSessionDialog({ session: { sessionId, projectDir, title: before }, onClose }: RenameSessionDialogProps) {
  const [title, setTitle] = useState(before);
  const form = useId();
  const ready = title.trim() !== '';
  const rename = async () => {
    // Why it failed is said beside the window’s other messages; what was typed stays.
    if (!(await renameSession(sessionId, title.trim(), projectDir))) return;
    refreshOverview();
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.renameSession}
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" form={form} variant="primary" disabled={!ready}>
            {words.renameTitle}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) void rename();
        }}
      >
        <TextField
          label={words.title}
          maxLength={200}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
          onFocus={(event) => event.currentTarget.select()}
          autoFocus
        />
      </form>
    </Dialog>
  );
}
