import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import type { AskAnswer } from '#shared/session/ask.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { alwaysChoices, alwaysKind, type AskPanel, sessionAnswer } from '../panels/always-choices.ts';
import { WORDS } from '../../answers/message-panel.tsx';
import type { AnswerProof } from '../../answers/answer-guard.ts';
import { AskButtons } from './ask-buttons.tsx';
import { isHighRisk, type AskGroup } from '../queue/ask-groups.ts';
import { isWhole } from '../queue/likeness.ts';
import type { Ignored } from '../queue/use-ignored.ts';
import { typedTarget } from '../queue/typed-target.ts';
import type { AskAction } from '../../answers/ask-keys.ts';
import type { DeferredAction } from '../../answers/deferred-answer.ts';
import { AskPayload } from './ask-payload.tsx';
import { AskExplained } from './ask-explained.tsx';
import { AskHead, AskReason } from './ask-head.tsx';
import { AlwaysReason } from './always-reason.tsx';
import { AnswerNote, type Filling } from './answer-note.tsx';
import { askSentence } from '../ask-words.ts';
import { PLACE_ID } from '../queue/place-id.ts';
import { SessionReach } from './session-reach.tsx';
import { mayHaveHunks, useAskedInput } from './asked-input.ts';
import { useHold } from './hold-button.tsx';
import { useAllowedNow } from './use-allowed-now.ts';
import { cardWords } from './card-words.ts';
import { isLongToRead } from './is-long-to-read.ts';
import { words } from '../words.ts';
import { editWidths, EditWidths } from './edit-widths.tsx';
import { UnseenOffer } from './unseen-offer.tsx';
import { LearnedRuleOffer } from './learned-rule.tsx';
import { undoWords } from './undo-words.ts';
import { moreWhileExplained, useMoreAnswers } from './more-answers.tsx';
import { useKeptAnswers } from './use-kept-answers.ts';
import { MoreBelow } from './more-below.tsx';
import styles from './ask-card.module.css';

const AskPanels = onDemand(
  async () => (await import('../panels/ask-panels.tsx')).AskPanels,
  <p className={styles.reach}>{words.oneMoment}</p>,
);

/** A card's key handlers. `release`: a held key was released. */
export interface CardActions {
  readonly act: (action: AskAction) => void;
  /** Whether `act` would answer now. */
  readonly can: (action: DeferredAction) => boolean;
  readonly release: () => void;
}

export interface AskCardProps {
  readonly group: AskGroup;
  /** The session shown in the window. */
  readonly sessionId: string;
  readonly projectDir: string;
  /** How many other requests a denial without a word cancels. */
  readonly alsoCancelled: number;
  /** No answer is pending, and the host is connected. */
  readonly canAnswer: boolean;
  /** Buttons are active: the card has been visible and unmoved long enough. */
  readonly armed: boolean;
  /** The user has gone to the card, so keys answer it. */
  readonly engaged: boolean;
  /** Whether a letter answers it once its button has filled, or which button is filling. */
  readonly fill: Filling;
  /** Why the last key or click was ignored. */
  readonly ignored: Ignored | null;
  /** Why the last answer was rejected. */
  readonly refused: string | null;
  /** Registers the card's handlers with the key listener. */
  readonly bind: (actions: CardActions) => void;
  /** Whether the last press counts; if not, the card says why. */
  readonly counts: (proof?: AnswerProof) => boolean;
  /** The buttons are about to move. */
  readonly onMoved: () => void;
  readonly onAnswer: (answer: AskAnswer, proof?: AnswerProof) => void;
  readonly onLater: () => void;
  readonly ref: Ref<HTMLDivElement>;
}

/** The open request with its answers. */
export function AskCard(props: AskCardProps) {
  const { group, sessionId, projectDir, alsoCancelled, canAnswer, armed: still, engaged, fill, ignored, refused } = props;
  const { bind, counts, onMoved, onAnswer, onLater, ref } = props;
  const { ask } = group;
  const [panel, setPanel] = useState(() => panelWithWords(ask));
  const [learned, setLearned] = useState<readonly string[]>();
  const [explained, setExplained] = useState(false);
  const asked = useAskedInput(ask);
  const allowedBy = useAllowedNow(ask, projectDir);
  const high = isHighRisk(ask);
  const buttons = useRef<HTMLDivElement>(null);
  const kept = useKeptAnswers(useMoreAnswers(high), buttons, panel !== null || explained);
  const more = moreWhileExplained(kept, explained, () => setExplained(false));
  const target = typedTarget(ask);
  const choices = alwaysChoices(ask.suggestions);
  const forSession = sessionAnswer(choices);
  const widths = high ? [] : editWidths(choices);
  // Allowing requires that the whole input can be read.
  const canAllow = canAnswer && (asked.state === 'ready' || isWhole(ask.view.detail));
  const canDeny = canAllow || (canAnswer && asked.state === 'failed');
  const armed = canAllow && still;
  const canHunks = mayHaveHunks(ask);
  const held = useHold(() => onAnswer({ type: 'allow_once' }, { isHeld: true }));
  const hold = { ...held, begin: () => counts() && held.begin() };
  useEffect(() => AskPanels.preload(), []);
  useLayoutEffect(() => onMoved(), [panel, explained, more.shown, allowedBy, onMoved]);
  const focusCard = () => buttons.current?.closest<HTMLElement>('[data-ask]')?.focus();
  /** Returns the focus to the card, so that its keys work again. */
  const closePanel = () => {
    focusCard();
    setPanel(null);
  };
  const toggle = (wanted: AskPanel) => {
    setExplained(false);
    setLearned(undefined);
    setPanel((before) => (before === wanted ? null : wanted));
  };

  const act = (wanted: AskAction) => {
    if (wanted === 'explain') {
      // The button may go away.
      if (more.offered) focusCard();
      return setExplained((before) => !before);
    }
    if (wanted === 'deny' || wanted === 'deny_with_message') {
      if (canDeny) return wanted === 'deny' ? onAnswer({ type: 'deny' }) : toggle('deny');
    }
    if (!canAllow) return;
    if (wanted === 'allow' && high) hold.begin();
    else if (wanted === 'allow') onAnswer({ type: 'allow_once' });
    // Not before it is said what that saves.
    else if (wanted === 'session' && forSession && !high) return more.shown ? onAnswer(forSession) : more.onToggle();
    else if (wanted === 'always' && choices.length > 0) toggle('always');
    else if (wanted === 'edit') toggle('edit');
    else if (wanted === 'hunks' && canHunks) toggle('hunks');
    else if (wanted === 'comment' && !high) toggle('comment');
    else if (wanted === 'later') onLater();
  };
  const makeRule = (texts: readonly string[]) => {
    act('always');
    setLearned(texts);
  };
  // While a panel is open, keys belong to it, even before it has the focus.
  const actionByKey = useEffectEvent((wanted: AskAction) => panel === null && act(wanted));
  const release = useEffectEvent(() => hold.cancel());
  const canFill = { allow: canAllow, session: canAllow && more.shown && forSession !== undefined && widths.length === 0, deny: canDeny };
  const can = useEffectEvent((wanted: DeferredAction) => panel === null && !high && canFill[wanted]);
  useEffect(() => bind({ act: (wanted) => actionByKey(wanted), can: (wanted) => can(wanted), release: () => release() }), [bind]);

  const saysNoAlways = allowedBy === undefined && alwaysKind(choices) === 'none' && (ask.mayAllowUnseen !== true || high) && more.shown;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes the panel, from any of its fields, or the explanation.
    <div
      ref={ref}
      role="group"
      aria-label={askSentence(group)}
      aria-describedby={PLACE_ID}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the card takes the focus so that its keys work and it is read out.
      tabIndex={0}
      data-autofocus=""
      data-ask={ask.askId}
      data-risk={ask.risk}
      data-engaged={engaged}
      data-fill={fill ?? undefined}
      data-panel={panel ?? undefined}
      data-explained={explained || undefined}
      className={styles.card}
      onKeyDown={(event) => {
        // Not from a dropdown of one of its fields: Escape closes that first.
        if (event.key !== 'Escape' || (panel === null && !explained) || event.defaultPrevented || !isInside(event)) return;
        event.preventDefault();
        if (panel === null) setExplained(false);
        else closePanel();
      }}
    >
      {high && (
        <div className={styles.band}>
          <span aria-hidden="true">■</span>
          <span>{words.destructive}</span>
          <span>
            {undoWords(group.members)}
            {isLongToRead(ask.view.detail) && ` ${cardWords.readToTheEnd}`}
          </span>
        </div>
      )}
      <AskHead group={group} sessionId={sessionId} projectDir={projectDir} high={high} />
      <AskReason ask={ask} projectDir={projectDir} allowedBy={allowedBy} />
      <AskPayload
        ask={ask}
        asked={asked}
        projectDir={projectDir}
        comments={{
          action: words.denyWithComment,
          onMoved,
          disabled: !canDeny || !still,
          // Typed into a field of this card, like a message with a denial.
          onComment: (message) => onAnswer({ type: 'deny', message }, { needsEngagement: false }),
        }}
      />
      {explained && <AskExplained ask={ask} projectDir={projectDir} allowedNow={allowedBy !== undefined} />}
      <div className={styles.foot} data-answers="">
        <MoreBelow />
        <AnswerNote ignored={ignored} fill={fill} wasShort={held.wasShort} />
        {panel !== null && (
          <AskPanels
            panel={panel}
            ask={ask}
            askIds={group.members.map(({ askId }) => askId)}
            asked={asked}
            choices={choices}
            learned={learned}
            target={high ? target : undefined}
            counts={() => counts({ saves: true })}
            engaged={engaged}
            projectDir={projectDir}
            disabled={!armed && !(panel === 'deny' && canDeny && still)}
            refused={refused}
            onAnswer={onAnswer}
            onCancel={closePanel}
          />
        )}
        <div ref={buttons} className={styles.buttons} hidden={panel !== null}>
          <AskButtons
            high={high}
            fill={fill}
            armed={armed}
            hold={hold}
            target={target}
            sessionRules={widths.length > 0 ? undefined : forSession?.rules}
            always={alwaysKind(choices)}
            canHunks={canHunks}
            canDeny={canDeny && still}
            alsoCancelled={alsoCancelled}
            panel={panel}
            explained={explained}
            more={more}
            reach={!high && widths.length === 0 && forSession && <SessionReach rules={forSession.rules} />}
            widths={more.shown && widths.length > 0 && <EditWidths widths={widths} armed={armed} onAnswer={onAnswer} />}
            act={act}
            onAllow={() => onAnswer({ type: 'allow_once' }, { needsEngagement: false })}
          />
        </div>
        {panel === null && saysNoAlways && <AlwaysReason ask={ask} />}
        {panel === null && more.shown && !high && (
          <>
            {ask.mayAllowUnseen === true && <UnseenOffer ask={ask} armed={armed} onAnswer={onAnswer} />}
            {forSession && <LearnedRuleOffer ask={ask} projectDir={projectDir} armed={armed} onMoved={onMoved} onMake={makeRule} />}
          </>
        )}
      </div>
    </div>
  );
}

/** The panel whose message was left half-written. */
function panelWithWords(ask: AskGroup['ask']): AskPanel | null {
  return (['deny', 'comment'] as const).find((panel) => WORDS[panel].of(ask)) ?? null;
}

/** React bubbles events through portals; this checks the DOM. */
function isInside({ target, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  return target instanceof Node && currentTarget.contains(target);
}
