import type { RuleRef } from '#shared/permission/decision.ts';
import type { PendingAsk } from '#shared/session/view.ts';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { isHighRisk } from '../queue/ask-groups.ts';
import { cardWords } from './card-words.ts';
import styles from './ask-card.module.css';

type Unruled = Pick<PendingAsk, 'exactRuleHelps' | 'reason' | 'restorable' | 'risk'>;
type Ruled = Pick<PendingAsk, 'rule' | 'trace'>;

/** Why no rule is offered, where the button is inactive. */
export function AlwaysReason({ ask }: { readonly ask: Unruled & Ruled }) {
  const { rule } = ask;
  if (ask.reason !== 'rule' || rule === undefined) return <p className={styles.reach}>{withoutRule(ask)}</p>;
  const [before, after] = aroundRule(ask, rule);
  return (
    <p className={styles.reach}>
      {before}{' '}
      <code>
        <VisibleText text={rule.text} />
      </code>{' '}
      {after}
    </p>
  );
}

/** A deny rule that only may apply asks, since what the call touches isn’t known before. */
function aroundRule({ trace }: Ruled, rule: RuleRef): readonly [before: string, after: string] {
  if (rule.behavior === 'ask') return [cardWords.askRuleBefore, cardWords.ruleAfter];
  const isOpen = trace?.some((entry) => entry.outcome === 'ask' && entry.maybe === true && entry.rule?.text === rule.text) === true;
  if (!isOpen) return [cardWords.denyRuleBefore, cardWords.ruleAfter];
  return /^(?:Read|Edit)\(/u.test(rule.text)
    ? [cardWords.mayReachBefore, cardWords.mayReachAfter]
    : [cardWords.mayMatchBefore, cardWords.mayMatchAfter];
}

function withoutRule(ask: Unruled): string {
  const couldBeAllowed = ask.reason === 'outsideWorkingDirectory' || ask.reason === 'needsApproval';
  if (isHighRisk(ask) && ask.restorable !== true)
    return ask.exactRuleHelps === true ? cardWords.noAlwaysButExact : cardWords.noAlwaysForFinal;
  return couldBeAllowed ? cardWords.noAlwaysButRules : cardWords.noAlwaysForThis;
}
