import { showSession } from '../../store/project-actions.ts';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { sessionWords } from '../ask-words.ts';
import type { AskGroup } from '../queue/ask-groups.ts';
import { words } from '../words.ts';
import { cardWords } from './card-words.ts';
import styles from './asked-elsewhere.module.css';

interface AskedElsewhereProps {
  readonly group: AskGroup;
  /** The session shown in the window. */
  readonly sessionId: string;
}

/** Whose request it is, where that isn’t the conversation in view. Leads there. */
export function AskedElsewhere({ group, sessionId }: AskedElsewhereProps) {
  const session = sessionWords(group, sessionId);
  if (session === undefined) return null;
  return (
    <p className={styles.from}>
      {cardWords.askedElsewhere}{' '}
      <button type="button" className={styles.session} title={words.showThisSession} onClick={() => void showSession(group.ask.sessionId)}>
        <VisibleText text={session} />
      </button>
    </p>
  );
}
