import { useEffect, useState } from 'react';
import type { RuleDestination } from '#shared/permission/rule.ts';
import { call } from '../../bridge/client.ts';
import { panelWords as words } from './panel-words.ts';
import styles from '../card/ask-card.module.css';

/** How many past calls to check. */
const LIMIT = 200;

/** What the rules would have matched among the project's latest calls, before they are saved. */
export function RuleReach({
  rules,
  destination,
  projectDir,
  sessionId,
}: {
  readonly rules: readonly string[];
  readonly destination: RuleDestination;
  readonly projectDir: string;
  readonly sessionId: string;
}) {
  const [text, setText] = useState('');
  const texts = rules.map((rule) => rule.trim()).filter((rule) => rule !== '');
  const draft = JSON.stringify(texts);
  useEffect(() => {
    let current = true;
    const drafted: unknown = JSON.parse(draft);
    if (!Array.isArray(drafted) || drafted.length === 0) return setText('');
    const timer = setTimeout(() => {
      const asked = { behavior: 'allow' as const, texts: drafted.map(String), destination };
      call('rules.backtest', { projectDir, sessionId, draft: asked, limit: LIMIT, slot: 'queue' })
        .then((past) => current && setText(reachWords(past)))
        // Ignore errors: this is optional information, and invalid rules are reported at their field.
        .catch(() => current && setText(''));
    }, 150);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [draft, destination, projectDir, sessionId]);
  return (
    <p className={styles.reach} role="status">
      {text}
    </p>
  );
}

/** “Would have decided 14 of the last 200 calls; 3 would have run without asking.” */
function reachWords({
  checked,
  matched,
  newlyAllowed,
}: {
  readonly checked: number;
  readonly matched: number;
  readonly newlyAllowed: number;
}): string {
  if (checked === 0) return words.noEarlierCalls;
  const calls = words.lastCalls(checked);
  if (matched === 0) return words.matchedNone(calls);
  return checked === 1 ? words.matchedOnly(newlyAllowed) : words.matched(matched, calls, newlyAllowed);
}
