import { useEffect, useState } from 'react';
import type { RuleSet } from '#shared/contract/rule-sets.ts';
import { AppError } from '#shared/contract/app-error.ts';
import { errorMessage } from '#shared/error-message.ts';
import type { Backtest } from '#shared/contract/rules.ts';
import { call } from '../../bridge/client.ts';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { ruleContext } from '../change-rules.ts';
import { VerdictGlyph } from '../verdict-glyph.tsx';
import { packWords as words } from './pack-words.ts';
import styles from './packs.module.css';

const DEBOUNCE_MS = 150;
const SHOWN = 20;

/** What the chosen rules would have changed in the project's past calls. */
export function PackEffect({ set }: { readonly set: RuleSet }) {
  const [result, setResult] = useState<Backtest | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    if (set.rules.length === 0) return setResult(null);
    let current = true;
    const timer = setTimeout(() => {
      call('packs.backtest', { ...ruleContext(), set }).then(
        (answer) => {
          if (!current) return;
          setResult(answer);
          setError(null);
        },
        (cause: unknown) => {
          // Superseded by a newer request.
          if (!current || (cause instanceof AppError && cause.code === 'conflict')) return;
          setError(errorMessage(cause));
        },
      );
    }, DEBOUNCE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [set]);
  return (
    <section aria-label={words.onPastCalls} className={styles.effect}>
      <div role="status">
        {error !== null && <p className={styles.error}>{error}</p>}
        {error === null && <p>{effectWords(set, result)}</p>}
      </div>
      {result && set.rules.length > 0 && result.changed.length > 0 && (
        <ul className={styles.changed} aria-label={words.changedCalls}>
          {result.changed.slice(0, SHOWN).map(({ sessionId, callId, at, after, toolName, summary }) => (
            <li key={`${sessionId} ${callId} ${at}`}>
              <VerdictGlyph behavior={after} />
              <span>{toolName}</span>
              <code>
                <VisibleText text={summary} />
              </code>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function effectWords(set: RuleSet, result: Backtest | null): string {
  if (set.rules.length === 0) return words.nothingChosen;
  if (!result) return words.checking;
  if (result.checked === 0) return words.noCalls;
  const parts = [
    ...(result.newlyAllowed > 0 ? [words.nowRun(result.newlyAllowed)] : []),
    ...(result.newlyAsked > 0 ? [words.nowAsk(result.newlyAsked)] : []),
    ...(result.newlyDenied > 0 ? [words.nowDenied(result.newlyDenied)] : []),
  ];
  return `${words.changes(result.checked)} ${parts.length === 0 ? words.noneChanges : `${parts.join(', ')}.`}`;
}
