import { ChevronDown, ChevronUp } from 'lucide-react';
import { words } from '../words.ts';
import styles from './permission-queue.module.css';

/** At an edge of the list: how many requests it hides there. Goes to the neighbour. */
export function MoreRows({
  side,
  count,
  final,
  onShow,
}: {
  readonly side: 'above' | 'below';
  readonly count: number;
  /** How many of them are destructive. */
  readonly final: number;
  readonly onShow: () => void;
}) {
  const Icon = side === 'above' ? ChevronUp : ChevronDown;
  return (
    <div className={styles.edge} data-side={side}>
      {count > 0 && (
        <button type="button" className={styles.more} onClick={onShow}>
          <Icon size={14} aria-hidden="true" />
          {side === 'above' ? words.moreAbove(count) : words.moreBelow(count)}
          {final > 0 && <span className={styles.final}>{words.destructiveOnes(final)}</span>}
        </button>
      )}
    </div>
  );
}
