import { showPane } from '../store/window-actions.ts';
import { Button } from '../ui/button.tsx';
import { words } from './words.ts';
import styles from './trust-note.module.css';

/** Above a pane that is looked at while the question whether to trust the folder is open. */
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
