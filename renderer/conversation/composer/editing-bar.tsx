import { Pencil } from 'lucide-react';
import { opensScreenKeyboard } from '../../ui/screen-keyboard.ts';
import { Button } from '../../ui/controls/button.tsx';
import { words } from '../words.ts';
import { cancelEditing } from './editing.ts';
import { focusMessageBox } from './message-box.ts';
import styles from './editing-bar.module.css';

/** Says that sending replaces a message, and ends that. */
export function EditingBar({ sessionId }: { readonly sessionId: string }) {
  const cancel = () => {
    cancelEditing(sessionId);
    if (!opensScreenKeyboard()) focusMessageBox();
  };
  return (
    <div className={styles.bar} data-editing="">
      <Pencil size={13} strokeWidth={1.5} aria-hidden="true" />
      <span className={styles.text} role="status">
        {words.editing}
      </span>
      <Button size="small" variant="quiet" onClick={cancel}>
        {words.cancel}
      </Button>
    </div>
  );
}
