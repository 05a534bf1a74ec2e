import { RiskMark } from '../ui/risk-mark.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { askSentence } from './ask-words.ts';
import type { AskGroup } from './ask-groups.ts';
import styles from './permission-queue.module.css';

/** A request that waits behind the one that is shown: who, what, how risky. Choosing it shows it. */
export function WaitingRow({ group, onShow }: { readonly group: AskGroup; readonly onShow: () => void }) {
  const { ask } = group;
  return (
    <button type="button" className={styles.row} data-ask={ask.askId} data-risk={ask.risk} onClick={onShow}>
      <RiskMark risk={ask.risk} />
      <span className={styles.rowSentence}>
        <VisibleText text={askSentence(group)} />
      </span>
      <span className={styles.rowSummary}>
        <VisibleText text={ask.view.summary} />
      </span>
    </button>
  );
}
