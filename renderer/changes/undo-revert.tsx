import { Undo2 } from 'lucide-react';
import { Button } from '../ui/controls/button.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { useLastRevert } from './last-revert.ts';
import { undoRevert } from './revert.ts';
import { words } from './words.ts';
import styles from './changes-pane.module.css';

export interface UndoRevertProps {
  readonly sessionId: string;
  /** Why nothing can be undone now. */
  readonly blocked: string | undefined;
  readonly busy: boolean;
  readonly onUndo: (act: () => Promise<void>) => void;
}

/** What was reverted last, with its undo, until the next turn, change or restore. */
export function UndoRevert({ sessionId, blocked, busy, onUndo }: UndoRevertProps) {
  const last = useLastRevert(sessionId);
  return (
    <div role="status" className={last && styles.reverted}>
      {last && (
        <>
          <span className={styles.revertedText}>
            <VisibleText text={words.reverted(last.result, last.only)} />
          </span>
          <Button
            size="small"
            icon={<Undo2 size={13} strokeWidth={1.5} aria-hidden="true" />}
            disabled={blocked !== undefined || busy}
            title={blocked}
            onClick={() => onUndo(() => undoRevert(sessionId, last))}
          >
            {words.undo}
          </Button>
        </>
      )}
    </div>
  );
}
