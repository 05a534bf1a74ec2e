import { RiskMark } from '../ui/risk-mark.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { askSentence, sessionWords } from './ask-words.ts';
import type { AskGroup } from './ask-groups.ts';
import { words } from './words.ts';
import styles from './permission-queue.module.css';

/** A waiting request that isn't open: who, what, how risky. Click to open. */
export function WaitingRow({
  group,
  sessionId,
  onShow,
}: {
  readonly group: AskGroup;
  readonly sessionId: string;
  readonly onShow: () => void;
}) {
  const session = sessionWords(group, sessionId);
  const { ask } = group;
  const sentence = askSentence(group);
  // Don't repeat the summary if the sentence ends with it (“read a.txt”).
  const says = !sentence.endsWith(` ${ask.view.summary}`);
  return (
    <button type="button" className={styles.row} data-ask={ask.askId} data-risk={ask.risk} data-later={group.later} onClick={onShow}>
      <RiskMark risk={ask.risk} />
      <span className={styles.rowSentence}>
        <VisibleText text={sentence} />
      </span>
      <span className={styles.rowSummary}>{says && <VisibleText text={ask.view.summary.slice(0, 300)} />}</span>
      {(session !== undefined || group.later) && (
        <span className={styles.rowSession}>
          {group.later && words.laterKey}
          {group.later && session !== undefined && ' · '}
          {session !== undefined && <VisibleText text={session} />}
        </span>
      )}
    </button>
  );
}
