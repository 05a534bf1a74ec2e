import { DecisionTrace } from '../../calls/decision-trace.tsx';
import { classNames } from '../../ui/class-names.ts';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { type AskReasonProps, Effects, isShown, RuleText } from './ask-head.tsx';
import { cardWords } from './card-words.ts';
import { shortenPaths } from './shown-text.ts';
import { shownTrace } from './said-once.ts';
import { words } from '../words.ts';
import styles from './ask-card.module.css';

type AskExplainedProps = AskReasonProps & {
  /** Of the first of the card’s requests. */
  readonly first?: boolean;
  /** Something allows it by now: the reason says what. */
  readonly allowedNow?: boolean;
};

/** The steps of the decision, where it would run, and what would allow it: below what would run. The queue brings it into view. */
export function AskExplained({ ask, projectDir, first = false, allowedNow = false }: AskExplainedProps) {
  return (
    <div data-explanation="">
      {first && (
        <p className={styles.reach}>
          {cardWords.forTheFirst} <VisibleText text={shortenPaths(ask.view.summary, projectDir)} />
        </p>
      )}
      <dl className={styles.reasons}>
        {isShown(ask, projectDir) && <Effects ask={ask} projectDir={projectDir} />}
        <dt>{words.runsIn}</dt>
        <dd className={styles.path}>
          <VisibleText text={ask.cwd} />
        </dd>
        {!allowedNow && <WouldBeAllowedBy ask={ask} />}
      </dl>
      {allowedNow && ask.trace && <p className={styles.reach}>{cardWords.whenItAsked}</p>}
      {ask.trace && (
        <DecisionTrace
          brief
          decision={{ behavior: 'ask', trace: shownTrace(ask.trace, ask.loss === 'final') }}
          projectDir={projectDir}
          Subject={VisibleText}
          Rule={RuleText}
        />
      )}
    </div>
  );
}

function WouldBeAllowedBy({ ask }: Pick<AskReasonProps, 'ask'>) {
  return (
    <>
      <dt>{words.wouldBeAllowedBy}</dt>
      <dd>
        {ask.suggestions.length === 0
          ? ask.exactRuleHelps === true
            ? cardWords.onlyOwnRule
            : cardWords.noRuleCovers
          : ask.suggestions.map((suggestion) => (
              <span key={suggestion.label} className={classNames(styles.rule, styles.noteLine)}>
                {suggestion.type === 'addRules' ? (
                  <>
                    {words.ruleWouldAllow}{' '}
                    <code>
                      <VisibleText text={suggestion.rules.join(', ')} />
                    </code>
                  </>
                ) : (
                  <VisibleText text={suggestion.label} />
                )}
              </span>
            ))}
      </dd>
    </>
  );
}
