import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSession } from '../../store/selectors.ts';
import { useSought } from '../../store/sought-place.ts';
import { StatusGlyph } from '../../ui/display/status-glyph.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { words } from '../words.ts';
import { isBoolean, keptState } from '../reading/kept-state.ts';
import type { Steps } from './fold-steps.ts';
import { countKinds, editedFiles, kindsOf } from './work-done.ts';
import styles from './folded-calls.module.css';

const useOpen = keptState<boolean>('steps', isBoolean);

export interface FoldedStepsProps {
  readonly sessionId: string;
  readonly steps: Steps;
  /** Renders the steps, when they are opened. */
  readonly children: () => ReactNode;
}

/** Steps of a turn that has ended as one line, “18 steps: 40 reads, 12 commands, 2 edits”, which opens in place. */
export function FoldedSteps({ sessionId, steps: { id, count, groups }, children }: FoldedStepsProps) {
  const [open, setOpen] = useOpen(sessionId, id, false);
  const callIds = groups.flatMap((group) => (group.type === 'calls' ? group.callIds : []));
  const sought = useSought(({ itemId, callId }) => {
    const isHere = groups.some((group) =>
      group.type === 'calls' ? callId !== null && group.callIds.includes(callId) : group.id === itemId,
    );
    return isHere ? (callId ?? itemId) : null;
  });
  const [opened, setOpened] = useState<string | null>(null);
  if (sought !== opened) {
    setOpened(sought);
    if (sought !== null) setOpen(true);
  }
  const kinds = useSession(sessionId, (view) => kindsOf(view, callIds)) ?? '';
  const edited = useSession(sessionId, (view) => editedFiles(view, callIds)) ?? '';
  return (
    <>
      <div className={styles.steps}>
        <button type="button" className={styles.line} data-line aria-expanded={open} onClick={() => setOpen(!open)}>
          <StatusGlyph state="done" />
          <span className={styles.kinds}>{words.stepsOf(count, words.workDone(countKinds(kinds)))}</span>
          <span className={styles.files}>
            <VisibleText text={edited} />
          </span>
          <ChevronRight size={14} strokeWidth={1.5} className={styles.chevron} aria-hidden="true" />
        </button>
      </div>
      {open && children()}
    </>
  );
}
