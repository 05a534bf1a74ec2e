import type { PendingAsk } from '#shared/session/view.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { plainReason, ruleWhere } from './ask-words.ts';
import { shortenPaths } from './project-paths.ts';
import { words } from './words.ts';
import styles from './ask-card.module.css';

/** Why it asks, and its side effects. `explained` adds the settings location of the decision. */
export function AskReason({
  ask,
  projectDir,
  explained,
}: {
  readonly ask: PendingAsk;
  readonly projectDir: string;
  readonly explained: boolean;
}) {
  const plain = plainReason(ask);
  return (
    <dl className={styles.reasons}>
      <dt>{words.why}</dt>
      <dd>
        {plain !== undefined && <>{plain} </>}
        <span title={ask.message}>
          <VisibleText text={shortenPaths(ask.message, projectDir)} />
        </span>{' '}
        {ask.rule && (
          <span className={styles.rule}>
            <code>
              <VisibleText text={ask.rule.text} />
            </code>{' '}
            {words.in} <VisibleText text={ruleWhere(ask.rule, projectDir)} />
          </span>
        )}
      </dd>
      {ask.effects.length > 0 && (
        <>
          <dt>{words.does}</dt>
          <dd title={ask.effects.join('\n')}>
            <VisibleText text={ask.effects.map((effect) => shortenPaths(effect, projectDir)).join(' · ')} />
          </dd>
        </>
      )}
      {explained && (
        <>
          <dt>{words.runsIn}</dt>
          <dd className={styles.path}>
            <VisibleText text={ask.cwd} />
          </dd>
          <dt>{words.wouldPass}</dt>
          <dd>
            {ask.suggestions.length === 0
              ? words.noRuleCovers
              : ask.suggestions.map((suggestion) => (
                  <span key={suggestion.label} className={styles.rule}>
                    {suggestion.type === 'addRules' ? (
                      <>
                        {words.with}{' '}
                        <code>
                          <VisibleText text={suggestion.rules.join(', ')} />
                        </code>
                        {'. '}
                      </>
                    ) : (
                      <>
                        <VisibleText text={suggestion.label.replace(/\.$/u, '')} />
                        {'. '}
                      </>
                    )}
                  </span>
                ))}
          </dd>
        </>
      )}
    </dl>
  );
}
