import type { PendingAsk } from '#shared/session/view.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { ruleWhere } from './ask-words.ts';
import { shortenPaths } from './project-paths.ts';
import styles from './ask-card.module.css';

/** Why it asks, and what it does beyond itself. `explained` adds where the decision stands in the settings. */
export function AskReason({
  ask,
  projectDir,
  explained,
}: {
  readonly ask: PendingAsk;
  readonly projectDir: string;
  readonly explained: boolean;
}) {
  return (
    <dl className={styles.reasons}>
      <dt>Why</dt>
      <dd>
        <span title={ask.message}>
          <VisibleText text={shortenPaths(ask.message, projectDir)} />
        </span>{' '}
        {ask.rule && (
          <span className={styles.rule}>
            <code>
              <VisibleText text={ask.rule.text} />
            </code>{' '}
            in <VisibleText text={ruleWhere(ask.rule, projectDir)} />
          </span>
        )}
      </dd>
      {ask.effects.length > 0 && (
        <>
          <dt>Does</dt>
          <dd title={ask.effects.join('\n')}>
            <VisibleText text={ask.effects.map((effect) => shortenPaths(effect, projectDir)).join(' · ')} />
          </dd>
        </>
      )}
      {explained && (
        <>
          <dt>Runs in</dt>
          <dd className={styles.path}>
            <VisibleText text={ask.cwd} />
          </dd>
          <dt>Would pass</dt>
          <dd>
            {ask.suggestions.length === 0
              ? 'No rule can cover this: it is asked each time.'
              : ask.suggestions.map((suggestion) => (
                  <span key={suggestion.label} className={styles.rule}>
                    {suggestion.type === 'addRules' ? (
                      <>
                        with{' '}
                        <code>
                          <VisibleText text={suggestion.rules.join(', ')} />
                        </code>
                        {'. '}
                      </>
                    ) : (
                      <>
                        <VisibleText text={suggestion.label} />
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
