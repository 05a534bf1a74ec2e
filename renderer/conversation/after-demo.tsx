import { FolderOpen, KeyRound } from 'lucide-react';
import { useWindow } from '../store/app-store.ts';
import { pickProject } from '../store/project-actions.ts';
import { useSession } from '../store/selectors.ts';
import { openDialog } from '../store/window-actions.ts';
import { Button } from '../ui/controls/button.tsx';
import { words } from './after-demo-words.ts';
import styles from './after-demo.module.css';

const icon = { size: 15, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** Below a scripted session whose turn is over: what to do next. */
export function AfterDemo({ sessionId }: { readonly sessionId: string }) {
  const over = useSession(sessionId, ({ turn, turns }) => turn === null && turns.length > 0) ?? false;
  const ready = useWindow((state) => state.app?.access.ready) ?? false;
  if (!over) return null;
  return (
    <section className={styles.next} aria-label={words.title}>
      <p className={styles.text}>
        <strong>{words.title}</strong> {ready ? words.openNext : words.connectNext}
      </p>
      <div className={styles.actions}>
        {!ready && (
          <Button icon={<KeyRound {...icon} />} onClick={() => openDialog({ type: 'access', focus: 'key' })}>
            {words.connect}
          </Button>
        )}
        <Button icon={<FolderOpen {...icon} />} onClick={() => void pickProject()}>
          {words.open}
        </Button>
      </div>
    </section>
  );
}
