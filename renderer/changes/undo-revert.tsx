import { Undo2 } from 'lucide-react';
import { Button } from '../ui/controls/button.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import type { LastRestore } from '#shared/contract/changes.ts';
import { undoLast } from './revert.ts';
import { words } from './words.ts';
import styles from './changes-pane.module.css';

export interface UndoRevertProps {
  readonly sessionId: string;
  readonly last: LastRestore | null | undefined;
  /** Why nothing can be undone now. */
  readonly blocked: string | undefined;
  readonly busy: boolean;
  readonly onUndo: (act: () => Promise<void>) => void;
}

/** What was reverted or restored last, with its undo, until the agent works again. */
export function UndoRevert({ sessionId, last, blocked, busy, onUndo }: UndoRevertProps) {
  return (
    <div role="status" className={last ? styles.reverted : undefined}>
      {last && (
        <>
          <span className={styles.revertedText}>
            <VisibleText text={words.reverted(last)} />
          </span>
          <Button
            size="small"
            icon={<Undo2 size={13} strokeWidth={1.5} aria-hidden="true" />}
            disabled={blocked !== undefined || busy}
            title={blocked}
            onClick={() => onUndo(() => undoLast(sessionId, last))}
          >
            {words.undo}
          </Button>
        </>
      )}
    </div>
  );
}
