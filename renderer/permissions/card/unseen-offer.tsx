import type { AskAnswer } from '#shared/session/ask.ts';
import type { PendingAsk } from '#shared/session/view.ts';
import { Button } from '../../ui/controls/button.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { cardWords } from './card-words.ts';
import styles from './ask-card.module.css';

interface UnseenOfferProps {
  readonly ask: Pick<PendingAsk, 'rule'>;
  readonly armed: boolean;
  readonly onAnswer: (answer: AskAnswer) => void;
}

/** Why no rule can allow this line, and the answer that lets it run for the session all the same. */
export function UnseenOffer({ ask: { rule }, armed, onAnswer }: UnseenOfferProps) {
  return (
    <div className={styles.widths} role="group" aria-label={cardWords.unseenLine}>
      <span className={styles.reach}>
        {rule === undefined ? (
          cardWords.unseenBySetting
        ) : (
          <>
            {cardWords.unseenBefore}{' '}
            <code>
              <VisibleText text={rule.text} />
            </code>
            {cardWords.unseenAfter}
          </>
        )}
      </span>
      <Button size="small" disabled={!armed} title={cardWords.unseenHint} onClick={() => onAnswer({ type: 'allow_unseen' })}>
        {cardWords.thisSessionUnseen}
      </Button>
    </div>
  );
}
