import { ChevronDown, ChevronUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { isAboutPath } from '../../calls/about-path.ts';
import { RiskMark } from '../../ui/display/risk-mark.tsx';
import { LineEllipsis } from '../../ui/display/line-ellipsis.tsx';
import { StartEllipsis } from '../../ui/display/start-ellipsis.tsx';
import { type AskGroup, isHighRisk } from './ask-groups.ts';
import { words } from '../words.ts';
import styles from './fold-line.module.css';

export interface Fold {
  readonly folded: boolean;
  /** A press anywhere on the queue’s first line folds it, as on a phone; otherwise a button of its own. */
  readonly byLine: boolean;
  readonly onToggle: () => void;
}

interface FoldLineProps extends Pick<Fold, 'folded' | 'onToggle'> {
  readonly groups: readonly AskGroup[];
  /** How many wait. */
  readonly children: ReactNode;
}

/** Longer than any line; the card shows all. */
const MAX_SUMMARY = 300;

/** The queue’s first line, which folds or unfolds it; folded, it names the request that came last. It answers nothing. */
export function FoldLine({ folded, onToggle, groups, children }: FoldLineProps) {
  const last = latest(groups);
  const Chevron = folded ? ChevronDown : ChevronUp;
  return (
    <button
      type="button"
      className={styles.fold}
      aria-expanded={!folded}
      data-fold={folded ? 'folded' : 'unfolded'}
      title={folded ? words.unfoldQueue : words.foldQueue}
      onClick={onToggle}
    >
      <span className={styles.count}>{children}</span>
      {folded && last && (
        <span className={styles.last} data-counted={groups.length > 1}>
          {' · '}
          {isHighRisk(last) && (
            <span className={styles.risk}>
              <RiskMark risk={last.risk} />
            </span>
          )}{' '}
          {last.view.title}{' '}
          {isAboutPath(last.view) ? (
            <StartEllipsis text={last.view.summary} className={styles.summary} />
          ) : (
            <LineEllipsis text={last.view.summary.slice(0, MAX_SUMMARY)} className={styles.summary} />
          )}
        </span>
      )}
      <Chevron size={16} strokeWidth={1.5} className={styles.chevron} aria-hidden="true" />
    </button>
  );
}

function latest(groups: readonly AskGroup[]): AskGroup['ask'] | undefined {
  return groups.flatMap(({ members }) => members).toSorted((a, b) => b.askedAt - a.askedAt)[0];
}
