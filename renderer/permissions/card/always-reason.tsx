import type { PendingAsk } from '#shared/session/view.ts';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { isHighRisk } from '../queue/ask-groups.ts';
import { cardWords } from './card-words.ts';
import styles from './ask-card.module.css';

/** Why no rule is offered, where the button is inactive. */
export function AlwaysReason({ ask }: { readonly ask: Pick<PendingAsk, 'reason' | 'restorable' | 'risk' | 'rule'> }) {
  const { rule } = ask;
  if (ask.reason !== 'rule' || rule === undefined) return <p className={styles.reach}>{withoutRule(ask)}</p>;
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

function withoutRule(ask: Pick<PendingAsk, 'reason' | 'restorable' | 'risk'>): string {
  if (isHighRisk(ask) && ask.restorable !== true) return cardWords.noAlwaysForFinal;
  const couldBeAllowed = ask.reason === 'outsideWorkingDirectory' || ask.reason === 'needsApproval';
  return couldBeAllowed ? cardWords.noAlwaysButRules : cardWords.noAlwaysForThis;
}
