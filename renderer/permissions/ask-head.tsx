import { showSession } from '../store/project-actions.ts';
import { engineNow } from '../store/engine-clock.ts';
import { useNow } from '../timeline/clock.ts';
import { formatAge } from '../timeline/duration.ts';
import { Badge } from '../ui/badge.tsx';
import { clockTime } from '../ui/relative-time.ts';
import { RiskMark } from '../ui/risk-mark.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import type { AskGroup } from './ask-groups.ts';
import { askSentence, sessionWords } from './ask-words.ts';
import { words } from './words.ts';
import styles from './ask-card.module.css';

/** Who asks for what, its risk and age. */
export function AskHead({ group, sessionId, high }: { readonly group: AskGroup; readonly sessionId: string; readonly high: boolean }) {
  const { ask } = group;
  const session = sessionWords(group, sessionId);
  return (
    <div className={styles.head}>
      <h3 className={styles.sentence}>
        <Sentence text={askSentence(group)} />
      </h3>
      {ask.edited === true && <Badge tone="info">{words.editedByYou}</Badge>}
      {session !== undefined && (
        <button type="button" className={styles.session} title={words.showThisSession} onClick={() => void showSession(ask.sessionId)}>
          <VisibleText text={session} />
        </button>
      )}
      {!high && <RiskMark risk={ask.risk} />}
      <Age since={ask.askedAt} />
    </div>
  );
}

/** Emphasizes the request over the agent's name. */
function Sentence({ text }: { readonly text: string }) {
  const lead = /^.*? (?:wants? to|want the same:) /.exec(text);
  if (!lead) return <VisibleText text={text} />;
  const verb = lead[0].length;
  return (
    <>
      <VisibleText text={text.slice(0, verb)} />
      <b>
        <VisibleText text={text.slice(verb)} />
      </b>
    </>
  );
}

function Age({ since }: { readonly since: number }) {
  useNow(1000);
  return (
    <time className={styles.age} title={clockTime(since)}>
      {formatAge(engineNow() - since)}
    </time>
  );
}
