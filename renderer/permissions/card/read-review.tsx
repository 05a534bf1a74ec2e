import { useEffect, useRef, useState } from 'react';
import type { Refusal } from '../../answers/answer-guard.ts';
import { seekFocusedCard, useAnswerGuard } from '../../answers/use-answer-guard.ts';
import type { PayloadSight } from '../../answers/payload-sight.ts';
import { Button } from '../../ui/controls/button.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { askSentence, sessionWords } from '../ask-words.ts';
import { type AskGroup, requestsIn, shownName } from '../queue/ask-groups.ts';
import { isWhole } from '../queue/likeness.ts';
import { AnswerNote } from './answer-note.tsx';
import { AskPayload } from './ask-payload.tsx';
import { useAskedInput } from './asked-input.ts';
import { cardWords } from './card-words.ts';
import { MoreBelow } from './more-below.tsx';
import { words } from '../words.ts';
import cardStyles from './ask-card.module.css';
import styles from './read-review.module.css';

interface ReadReviewProps {
  readonly groups: readonly AskGroup[];
  /** The session shown in the window. */
  readonly sessionId: string;
  readonly projectDir: string;
  readonly disabled: boolean;
  readonly sight: PayloadSight;
  readonly onAllow: () => void;
  readonly onClose: () => void;
}

/** All requests that only read, in the place of the list, to be allowed together once all of it was in view. */
export function ReadReview({ groups, sessionId, projectDir, disabled, sight, onAllow, onClose }: ReadReviewProps) {
  const root = useRef<HTMLDivElement>(null);
  const [ignored, setIgnored] = useState<Refusal | null>(null);
  const shown = groups.map(shownName).join(' ');
  const guard = useAnswerGuard({ card: shown, element: root, buttons: '[data-answers]', mustSee: 'all', sight });
  useEffect(() => {
    // Its opening was the person's own act.
    root.current?.querySelector<HTMLElement>('[data-answers] button')?.focus({ preventScroll: true });
    seekFocusedCard();
  }, []);
  const allow = () => {
    const why = guard.refusal();
    setIgnored(why ?? null);
    if (why === 'unseen') guard.showUnseen();
    if (why === undefined) onAllow();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape goes back to the list.
    <div
      ref={root}
      role="group"
      aria-label={cardWords.onlyRead}
      className={cardStyles.card}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
    >
      <h3 className={styles.title}>{cardWords.onlyRead}</h3>
      <ul className={styles.reads}>
        {groups.flatMap(eachOf).map((group) => (
          <Read key={group.key} group={group} sessionId={sessionId} projectDir={projectDir} />
        ))}
      </ul>
      <div className={cardStyles.foot} data-answers="">
        <MoreBelow />
        <AnswerNote ignored={ignored} fill={null} />
        <div className={cardStyles.buttons}>
          <Button variant="primary" disabled={disabled} onClick={allow}>
            {words.allowReads(requestsIn(groups))}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {cardWords.backToRequests}
          </Button>
        </div>
      </div>
    </div>
  );
}

/** Requests that share a card but differ, each by itself. */
function eachOf(group: AskGroup): readonly AskGroup[] {
  if (group.alike === null) return [group];
  return group.members.map((ask) => ({ ...group, key: ask.askId, ask, members: [ask], alike: null }));
}

interface ReadProps extends Pick<ReadReviewProps, 'sessionId' | 'projectDir'> {
  readonly group: AskGroup;
}

/** What one of them would read, as its card shows it. */
function Read({ group, sessionId, projectDir }: ReadProps) {
  const { ask } = group;
  const asked = useAskedInput(ask);
  const session = sessionWords(group, sessionId);
  const isComplete = asked.state === 'ready' || isWhole(ask.view.detail);
  return (
    <li className={styles.read} data-request={ask.askId} data-payload={isComplete ? '' : 'pending'}>
      <span>
        <VisibleText text={askSentence(group)} />
        {session !== undefined && (
          <span className={styles.session}>
            {' · '}
            <VisibleText text={session} />
          </span>
        )}
      </span>
      <AskPayload ask={ask} asked={asked} projectDir={projectDir} saysWhere />
    </li>
  );
}
