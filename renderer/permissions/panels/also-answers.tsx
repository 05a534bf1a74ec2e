import { useEffect, useState } from 'react';
import type { RuleDestination } from '#shared/permission/rule.ts';
import { call } from '../../bridge/client.ts';
import { useQueuedAsks } from '../../store/queued-asks.ts';
import { panelWords as words } from './panel-words.ts';
import styles from '../card/ask-card.module.css';

interface AlsoAnswersProps {
  readonly rules: readonly string[];
  readonly destination: RuleDestination;
  readonly projectDir: string;
  readonly sessionId: string;
  /** Those of the card. */
  readonly askIds: readonly string[];
}

/** How many other waiting requests the rules would answer. */
export function AlsoAnswers({ rules, destination, projectDir, sessionId, askIds }: AlsoAnswersProps) {
  const [count, setCount] = useState(0);
  const asks = useQueuedAsks();
  const draft = rules
    .map((rule) => rule.trim())
    .filter((rule) => rule !== '')
    .join('\n');
  const own = askIds.join(' ');
  useEffect(() => {
    let current = true;
    if (draft === '' || asks.length < 2) return setCount(0);
    const timer = setTimeout(() => {
      call('rules.answering', { projectDir, sessionId, askIds: own.split(' '), texts: draft.split('\n'), destination })
        .then((answering) => current && setCount(answering.count))
        // Optional, as what the rules matched before.
        .catch(() => current && setCount(0));
    }, 150);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [asks, draft, destination, projectDir, sessionId, own]);
  return (
    <p className={styles.reach} role="status">
      {count > 0 && words.alsoAnswers(count)}
    </p>
  );
}
