import type { RuleRef } from '#shared/permission/decision.ts';
import type { PendingAsk } from '#shared/session/view.ts';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { isHighRisk } from '../queue/ask-groups.ts';
import { cardWords, NO_RULE_REASONS, NO_RULE_WORDS } from './card-words.ts';
import styles from './ask-card.module.css';

type Unruled = Pick<PendingAsk, 'exactRuleHelps' | 'loss' | 'noRule' | 'reason' | 'restorable' | 'risk'>;
type Ruled = Pick<PendingAsk, 'rule' | 'trace' | 'view'>;

/** Programs that can be given files by name, instead of a folder or their input. */
const TAKES_FILES = /^(?:git|grep|egrep|rg|cat|head|tail|wc|cp|tar|zip|sed|awk|ls|find|sort|diff|eslint|prettier)$/u;

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
function aroundRule({ trace, view: { detail } }: Ruled, rule: RuleRef): readonly [before: string, after: string] {
  if (rule.behavior === 'ask') return [cardWords.askRuleBefore, cardWords.ruleAfter];
  const isOpen = trace?.some((entry) => entry.outcome === 'ask' && entry.maybe === true && entry.rule?.text === rule.text) === true;
  if (!isOpen) return [cardWords.denyRuleBefore, cardWords.ruleAfter];
  if (!/^(?:Read|Edit)\(/u.test(rule.text)) return [cardWords.mayMatchBefore, cardWords.mayMatchAfter];
  const programs = detail?.type === 'command' ? (detail.command.match(/(?<=^|[|;&]\s*|\bxargs (?:-\S+ )*)[\w.-]+/gu) ?? []) : [];
  const canName = programs.some((program) => TAKES_FILES.test(program));
  return [cardWords.mayReachBefore, canName ? `${cardWords.mayReachAfter} ${cardWords.nameFiles}` : cardWords.mayReachAfter];
}

function withoutRule(ask: Unruled & Ruled): string {
  const { reason, noRule, exactRuleHelps } = ask;
  if (isHighRisk(ask) && ask.restorable !== true) {
    const isFinal = ask.loss === 'final';
    if (exactRuleHelps === true) return isFinal ? cardWords.noAlwaysButExact : cardWords.noAlwaysButExactly;
    return isFinal ? cardWords.noAlwaysForFinal : cardWords.noAlwaysForDestructive;
  }
  const because = NO_RULE_REASONS[reason] ?? (noRule && NO_RULE_WORDS[noRule]);
  if (because !== undefined) return cardWords.noAlwaysBecause(because, exactRuleHelps === true);
  const { detail } = ask.view;
  // Only an exact rule would do, and none can hold a wildcard.
  if (reason === 'needsApproval' && exactRuleHelps !== true && detail?.type === 'command' && detail.command.includes('*'))
    return cardWords.noAlwaysForStar;
  const couldBeAllowed = reason === 'outsideWorkingDirectory' || reason === 'needsApproval';
  return couldBeAllowed ? cardWords.noAlwaysButRules : cardWords.noAlwaysForThis;
}
