import { Lightbulb } from 'lucide-react';
import { useEffect, useLayoutEffect, useState } from 'react';
import type { LearnedRule } from '#shared/contract/rules.ts';
import type { QueuedAsk } from '../../store/queued-asks.ts';
import { call } from '../../bridge/client.ts';
import { Button } from '../../ui/controls/button.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { learnedWords as words } from './learned-words.ts';
import styles from './learned-rule.module.css';

export interface LearnedRuleOfferProps {
  readonly ask: QueuedAsk;
  readonly projectDir: string;
  readonly armed: boolean;
  /** The buttons are about to move. */
  readonly onMoved: () => void;
  /** Shows the rule with its file, to be saved. */
  readonly onMake: (texts: readonly string[]) => void;
}

/** Offers a rule for a request like many that the person has allowed, with what it would have changed. */
export function LearnedRuleOffer({ ask, projectDir, armed, onMoved, onMake }: LearnedRuleOfferProps) {
  const { sessionId, askId } = ask;
  const [learned, setLearned] = useState<LearnedRule | null>(null);
  useEffect(() => {
    let current = true;
    call('rules.learned', { projectDir, sessionId, askId }).then(
      (answer) => current && setLearned(answer.learned),
      // Ignore errors: the request can be answered without the offer.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [projectDir, sessionId, askId]);
  useLayoutEffect(() => onMoved(), [learned, onMoved]);
  if (!learned) return null;
  const dismiss = () => {
    setLearned(null);
    // If that fails, it is offered again.
    void call('rules.dismiss', { projectDir, texts: learned.texts }).catch(() => undefined);
  };
  return (
    <div className={styles.offer} role="group" aria-label={words.learned}>
      <Lightbulb size={14} strokeWidth={1.5} aria-hidden="true" className={styles.icon} />
      <p className={styles.text} role="status">
        {words.youAllowedThis(learned.count)}{' '}
        <code>
          <VisibleText text={learned.texts.join(', ')} />
        </code>{' '}
        <span className={styles.past}>{words.wouldHaveAllowed(learned.past)}</span>
      </p>
      <Button size="small" disabled={!armed} onClick={() => onMake(learned.texts)}>
        {words.makeItARule}
      </Button>
      <Button size="small" variant="quiet" onClick={dismiss}>
        {words.dontSuggestAgain}
      </Button>
    </div>
  );
}
