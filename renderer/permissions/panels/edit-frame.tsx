import { type ReactNode, useId } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { panelWords as words } from './panel-words.ts';
import styles from './edit-panel.module.css';

interface EditFrameProps {
  /** Why the input can't be taken. */
  readonly note: string | null;
  readonly disabled: boolean;
  /** Changes how the input is edited. */
  readonly swap: { readonly label: string; readonly onPress: () => void };
  readonly onSave: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** What surrounds the input being edited: why it can't be taken, and the buttons. */
export function EditFrame({ note, disabled, swap, onSave, onCancel, children }: EditFrameProps) {
  const noteId = useId();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys bubbling from its fields.
    <form
      className={styles.form}
      aria-label={words.editTheInput}
      aria-describedby={note === null ? undefined : noteId}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSave();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      {children}
      {note !== null && (
        <p id={noteId} className={styles.mistake} role="alert">
          {note}
        </p>
      )}
      <div className={styles.buttons}>
        <Button variant="quiet" size="small" onClick={swap.onPress}>
          {swap.label}
        </Button>
        <span className={styles.hint}>{words.editedIsChecked}</span>
        <Button variant="quiet" onClick={onCancel}>
          {words.cancel}
        </Button>
        <Button type="submit" variant="primary" disabled={disabled} title={words.allowChangedHint}>
          {words.allowChanged}
        </Button>
      </div>
    </form>
  );
}
