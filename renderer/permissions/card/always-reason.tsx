import type { PendingAsk } from '#shared/session/view.ts';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { isHighRisk } from '../queue/ask-groups.ts';
import { cardWords } from './card-words.ts';
import styles from './ask-card.module.css';

/** Why no rule is offered, where the button is inactive. */
export function AlwaysReason({ ask }: { readonly ask: Pick<PendingAsk, 'reason' | 'restorable' | 'risk' | 'rule'> }) {
  const { rule } = ask;
  if (ask.reason !== 'rule' || rule === undefined)
    return (
      <p className={styles.reach}>{isHighRisk(ask) && ask.restorable !== true ? cardWords.noAlwaysForFinal : cardWords.noAlwaysForThis}</p>
    );
  return (
    <p className={styles.reach}>
      {rule.behavior === 'ask' ? cardWords.askRuleBefore : cardWords.denyRuleBefore}{' '}
      <code>
        <VisibleText text={rule.text} />
      </code>{' '}
      {cardWords.ruleAfter}
    </p>
  );
}
