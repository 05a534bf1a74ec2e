import { toolKind } from '#shared/tool-table.ts';
import type { PendingAsk } from '#shared/session/view.ts';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { isHighRisk } from '../queue/ask-groups.ts';
import { cardWords } from './card-words.ts';
import styles from './ask-card.module.css';

type Unruled = Pick<PendingAsk, 'reason' | 'restorable' | 'risk' | 'toolName' | 'view'>;

/** Why no rule is offered, where the button is inactive. */
export function AlwaysReason({ ask }: { readonly ask: Unruled & Pick<PendingAsk, 'rule'> }) {
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

function withoutRule(ask: Unruled): string {
  const couldBeAllowed = ask.reason === 'outsideWorkingDirectory' || ask.reason === 'needsApproval';
  if (isHighRisk(ask) && ask.restorable !== true)
    return couldBeAllowed && mayBeNamedExactly(ask) ? cardWords.noAlwaysButExact : cardWords.noAlwaysForFinal;
  return couldBeAllowed ? cardWords.noAlwaysButRules : cardWords.noAlwaysForThis;
}

/** A `*` in a rule stands for anything, so no rule with one names a single command. */
function mayBeNamedExactly({ toolName, view }: Unruled): boolean {
  return toolKind(toolName) === 'shell' && !view.summary.includes('*');
}
