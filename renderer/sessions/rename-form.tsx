import { useState } from 'react';
import type { SessionSummary } from '#shared/contract/project.ts';
import { renameSession } from '../store/project-actions.ts';
import { Button } from '../ui/controls/button.tsx';
import { TextField } from '../ui/controls/text-field.tsx';
import { words } from './words.ts';
import styles from './sessions-dialog.module.css';

export interface RenameFormProps {
  readonly session: Pick<SessionSummary, 'sessionId' | 'projectDir' | 'title'>;
  readonly onDone: (changed: boolean) => void;
}

/** A session's title, to be changed. Escape leaves it as it was. */
export function RenameForm({ session: { sessionId, projectDir, title: before }, onDone }: RenameFormProps) {
  const [title, setTitle] = useState(before);
  const ready = title.trim() !== '';
  const rename = async () => onDone(await renameSession(sessionId, title.trim(), projectDir));
  return (
    <form
      className={styles.row}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) void rename();
      }}
    >
      <TextField
        label={words.title}
        hideLabel
        className={styles.field}
        maxLength={200}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onDone(false);
        }}
        onFocus={(event) => event.currentTarget.select()}
        autoFocus
      />
      <Button size="small" onClick={() => onDone(false)}>
        {words.cancel}
      </Button>
      <Button size="small" type="submit" variant="primary" disabled={!ready}>
        {words.renameTitle}
      </Button>
    </form>
  );
}
