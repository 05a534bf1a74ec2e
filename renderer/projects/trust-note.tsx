import { showPane } from '../store/window-actions.ts';
import { Button } from '../ui/controls/button.tsx';
import { words } from './window-words.ts';
import styles from './trust-note.module.css';

/** Shown above a pane that is open while the folder isn't trusted yet. */
export function TrustNote() {
  return (
    <div className={styles.note} role="note">
      <p className={styles.words}>{words.note}</p>
      <Button size="small" onClick={() => showPane('timeline')}>
        {words.back}
      </Button>
    </div>
  );
}
