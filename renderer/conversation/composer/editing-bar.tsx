import { Pencil } from 'lucide-react';
import { Button } from '../../ui/controls/button.tsx';
import { words } from '../words.ts';
import { cancelEditing } from './editing.ts';
import { returnToMessageBox } from './message-box.ts';
import styles from './editing-bar.module.css';

/** Says that sending replaces a message, and ends that. */
export function EditingBar({ sessionId }: { readonly sessionId: string }) {
  const cancel = () => {
    cancelEditing(sessionId);
    returnToMessageBox();
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
